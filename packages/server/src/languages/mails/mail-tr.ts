// The texts of mails in Turkish.

import type { MailTexts } from './mail-en.ts';

export const tr: MailTexts = {
  words: {
    sentBy: '{{site}} tarafından gönderildi',
    yes: 'Evet',
    no: 'Hayır',
    amount: 'Tutar',
    discount: 'İndirim',
    total: 'Toplam',
    refunded: 'İade edilen',
    paid: 'Ödenen',
    date: 'Tarih',
    description: 'Açıklama',
    reference: 'Referans',
    number: 'Fatura numarası',
    due: 'Son ödeme tarihi',
    time: 'Zaman',
    browser: 'Tarayıcı',
    address: 'IP adresi',
    created: 'Oluşturulan',
    updated: 'Güncellenen',
    unchanged: 'Değişmeyen',
    skipped: 'Atlanan',
    problems: 'Çakışmalar',
  },
  test: {
    subject: '{{site}} test iletisi',
    text: 'Bunu okuyabiliyorsanız {{site}} e-posta gönderebiliyor demektir.',
  },
  kinds: {
    notice: {
      subject: 'Yeni yanıt: {{form}}',
      text: '“{{form}}” formu dolduruldu.\n\nÖdenen: {{amount}}\n\n{{answers}}\n\n[Yanıtı aç]({{link}})\n\nBu iletiye verdiğiniz yanıt {{email}} adresine gider.',
    },
    digest: {
      subject: 'Yeni yanıtlar: {{count}}',
      text: 'Son özetten bu yana gelen yanıtlar:\n\n{{details}}\n\n[Gelen kutusunu aç]({{link}})',
    },
    savedAnswers: {
      subject: '“{{form}}” formuna devam edin',
      text: 'Yanıtlarınız kaydedildi.\n\n[Devam et]({{link}})\n\nBağlantı {{until}} tarihine kadar geçerlidir. Kimseyle paylaşmayın: yanıtlarınızı gösterir.\n\nBu formu siz doldurmadıysanız bu iletiyi yok sayabilirsiniz.',
    },
    reply: {
      subject: 'İletinizi aldık',
      text: 'Teşekkürler. Sizden şunları aldık:\n\n{{answers}}',
    },
    receipt: {
      subject: '{{site}} ödeme makbuzu: {{amount}}',
      text: 'Teşekkürler. {{amount}} tutarındaki ödemenizi aldık.\n\n{{details}}',
    },
    refund: {
      subject: '{{site}} iadesi: {{amount}}',
      text: '{{paid}} tutarındaki ödemenizin {{amount}} kadarını iade ettik. Tutarın hesabınıza geçmesi birkaç gün sürebilir.\n\n{{details}}',
    },
    refundFailed: {
      subject: '{{site}} iadeniz başarısız oldu',
      text: 'Size bildirdiğimiz {{amount}} tutarındaki iade gerçekleşmedi: bankanız veya kartınızı veren kuruluş iadeyi geri çevirdi. Bu tutarı size hâlâ borçluyuz ve başka bir yolla ödeyeceğiz.\n\n{{details}}',
    },
    refundFailedNotice: {
      subject: '{{amount}} tutarında bir iade başarısız oldu',
      text: '{{amount}} tutarında bir iade gerçekleşmedi. Tutar, ödeme sağlayıcınızdaki bakiyenize geri döndü ve ödeyene ulaşmadı. Lütfen başka bir yolla iade edin.\n\nNeden: {{reason}}\n\n{{details}}\n\n[Ödemeyi aç]({{link}})',
    },
    invoice: {
      subject: '{{site}} faturası {{number}}',
      text: '{{amount}} tutarındaki faturanız burada.\n\n{{details}}\n\n[Faturayı görüntüle]({{link}})',
    },
    invoiceToPay: {
      subject: '{{site}} faturası: {{amount}}',
      text: '{{amount}} tutarındaki faturanız burada.\n\n{{details}}\n\nSon ödeme tarihi: {{due}}.\n\n[Şimdi öde]({{link}})',
    },
    paymentFailed: {
      subject: '{{site}} için ödemeniz başarısız oldu',
      text: '{{amount}} tutarındaki ödemeniz gerçekleşmedi ve hesabınızdan hiçbir şey çekilmedi.\n\n{{reason}}\n\n{{details}}\n\n[Yeniden dene]({{link}})',
    },
    paymentFailedNotice: {
      subject: '{{amount}} tutarında bir ödeme başarısız oldu',
      text: '{{amount}} tutarında bir ödeme gerçekleşmedi.\n\n{{reason}}\n\n{{details}}\n\n[Ödemeyi aç]({{link}})',
    },
    receiverPaused: {
      subject: 'Webhook duraklatıldı: {{url}}',
      text: '{{url}} alıcısı günlerdir hiçbir şey kabul etmiyor, bu yüzden webhook’u duraklatıldı. Teslimatlar bekliyor.\n\nAlıcıyı düzeltin, ardından webhook’u sürdürün.\n\n[Webhook’ları aç]({{link}})',
    },
    receiverDisabled: {
      subject: 'Webhook devre dışı: {{url}}',
      text: '{{url}} alıcısı 410 yanıtı verdi, yani artık yok. Webhook’u devre dışı bırakıldı ve artık teslimat almayacak.\n\n[Webhook’ları aç]({{link}})',
    },
    importFinished: {
      subject: 'İçe aktarma tamamlandı: {{file}}',
      text: '{{file}} dosyasının içe aktarımı tamamlandı.\n\n{{details}}\n\n[Raporu aç]({{link}})',
    },
    importFailed: {
      subject: 'İçe aktarma başarısız: {{file}}',
      text: '{{file}} dosyasının içe aktarımı başarısız oldu.\n\n{{reason}}\n\n[İçe aktarmayı aç]({{link}})',
    },
    reset: {
      subject: '{{site}} için yeni bir parola belirleyin',
      text: 'Merhaba {{name}},\n\nbirisi {{site}} hesabınız için yeni bir parola istedi. Buradan belirleyin:\n\n[Yeni parola belirle]({{link}})\n\nBağlantı yalnızca bir kez, {{until}} zamanına kadar çalışır. Siz istemediyseniz bu iletiyi yok sayın: parolanız aynı kalır.',
    },
    invitation: {
      subject: '{{site}} sitesine davet edildiniz',
      text: 'Merhaba {{name}},\n\nartık {{site}} sitesinde bir hesabınız var. Oturum açmak için bir parola belirleyin:\n\n[Daveti kabul et]({{link}})\n\nBağlantı yalnızca bir kez, {{until}} zamanına kadar çalışır.',
    },
    newDevice: {
      subject: '{{site}} için yeni oturum açma',
      text: 'Merhaba {{name}},\n\nbirisi {{site}} hesabınızda daha önce kullanmadığınız bir tarayıcıyla oturum açtı.\n\n{{details}}\n\nBu siz değilseniz yeni bir parola belirleyin: böylece diğer tüm oturumlar kapanır.',
    },
    passwordChanged: {
      subject: '{{site}} parolanız değiştirildi',
      text: 'Merhaba {{name}},\n\n{{site}} hesabınızın parolası değiştirildi: {{date}}.\n\nBu siz değilseniz oturum açma ekranında yeni bir parola isteyin ve sitenin bir sahibiyle iletişime geçin.',
    },
    secondFactorOff: {
      subject: '{{site}} için iki adımlı oturum açma kapatıldı',
      text: 'Merhaba {{name}},\n\n{{site}} hesabınız için iki adımlı oturum açma kapatıldı: {{date}}. Artık oturum açmak için parolanız yeterlidir.\n\nBu siz değilseniz parolanızı değiştirin, iki adımlı oturum açmayı yeniden açın ve sitenin bir sahibiyle iletişime geçin.',
    },
    passkeyAdded: {
      subject: '{{site}} için bir geçiş anahtarı eklendi',
      text: 'Merhaba {{name}},\n\n{{site}} hesabınıza bir geçiş anahtarı eklendi: {{date}}. Bununla parolasız oturum açılır.\n\nBu siz değilseniz “My account” altında anahtarı kaldırın, parolanızı değiştirin ve sitenin bir sahibiyle iletişime geçin.',
    },
    passkeyRemoved: {
      subject: '{{site}} için bir geçiş anahtarı kaldırıldı',
      text: 'Merhaba {{name}},\n\n{{site}} hesabınızdan bir geçiş anahtarı kaldırıldı: {{date}}. Artık bununla oturum açılamaz.\n\nBunu beklemiyorsanız parolanızı değiştirin ve sitenin bir sahibiyle iletişime geçin.',
    },
  },
};
