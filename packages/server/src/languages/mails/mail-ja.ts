// The texts of mails in Japanese.

import type { MailTexts } from './mail-en.ts';

export const ja: MailTexts = {
  words: {
    sentBy: '{{site}} から送信',
    yes: 'はい',
    no: 'いいえ',
    amount: '金額',
    discount: '割引',
    total: '合計',
    refunded: '返金額',
    paid: 'お支払い額',
    date: '日付',
    description: '内容',
    reference: '照会番号',
    number: '請求書番号',
    due: 'お支払い期限',
    time: '日時',
    browser: 'ブラウザー',
    address: 'IP アドレス',
    created: '作成',
    updated: '更新',
    unchanged: '変更なし',
    skipped: 'スキップ',
    problems: '競合',
  },
  test: {
    subject: '{{site}} からのテストメール',
    text: 'このメールが届いていれば、{{site}} はメールを送信できます。',
  },
  kinds: {
    notice: {
      subject: '新しい送信: {{form}}',
      text: '「{{form}}」が送信されました。\n\nお支払い: {{amount}}\n\n{{answers}}\n\n[送信内容を開く]({{link}})\n\nこのメールに返信すると、{{email}} に届きます。',
    },
    digest: {
      subject: '新しい送信: {{count}} 件',
      text: '前回のまとめ以降の新しい送信:\n\n{{details}}\n\n[受信トレイを開く]({{link}})',
    },
    savedAnswers: {
      subject: '「{{form}}」の続き',
      text: '回答を保存しました。\n\n[続ける]({{link}})\n\nリンクは {{until}} まで有効です。回答が表示されるため、他の人に教えないでください。\n\nこのフォームに記入していない場合は、このメッセージを無視してください。',
    },
    reply: {
      subject: 'メッセージを受け付けました',
      text: 'ありがとうございます。次の内容を受け付けました。\n\n{{answers}}',
    },
    receipt: {
      subject: '{{site}} からの領収のお知らせ: {{amount}}',
      text: 'ありがとうございます。{{amount}} のお支払いを受領しました。\n\n{{details}}',
    },
    refund: {
      subject: '{{site}} からの返金: {{amount}}',
      text: '{{paid}} のお支払いのうち {{amount}} を返金しました。口座に反映されるまで数日かかることがあります。\n\n{{details}}',
    },
    refundFailed: {
      subject: '{{site}} からの返金が完了しませんでした',
      text: '先にお知らせした {{amount}} の返金が完了しませんでした。銀行またはカード会社から差し戻されたためです。この金額は別の方法で返金いたします。\n\n{{details}}',
    },
    refundFailedNotice: {
      subject: '{{amount}} の返金が失敗しました',
      text: '{{amount}} の返金が完了しませんでした。金額は決済サービスの残高に戻っており、お客様には届いていません。別の方法で返金してください。\n\n理由: {{reason}}\n\n{{details}}\n\n[支払いを開く]({{link}})',
    },
    invoice: {
      subject: '{{site}} からの請求書 {{number}}',
      text: '{{amount}} の請求書をお送りします。\n\n{{details}}\n\n[請求書を見る]({{link}})',
    },
    invoiceToPay: {
      subject: '{{site}} からの請求書: {{amount}}',
      text: '{{amount}} の請求書をお送りします。\n\n{{details}}\n\n{{due}} までにお支払いください。\n\n[今すぐ支払う]({{link}})',
    },
    paymentFailed: {
      subject: '{{site}} へのお支払いが完了しませんでした',
      text: '{{amount}} のお支払いが完了しませんでした。請求は行われていません。\n\n{{reason}}\n\n{{details}}\n\n[もう一度支払う]({{link}})',
    },
    paymentFailedNotice: {
      subject: '{{amount}} の支払いが失敗しました',
      text: '{{amount}} の支払いが完了しませんでした。\n\n{{reason}}\n\n{{details}}\n\n[支払いを開く]({{link}})',
    },
    receiverPaused: {
      subject: 'Webhook を一時停止しました: {{url}}',
      text: '受信側 {{url}} が数日間何も受け付けていないため、Webhook を一時停止しました。配信は待機しています。\n\n受信側を修正してから、Webhook を再開してください。\n\n[Webhook を開く]({{link}})',
    },
    receiverDisabled: {
      subject: 'Webhook を無効にしました: {{url}}',
      text: '受信側 {{url}} が 410 を返しました。受信側はもう存在しません。Webhook を無効にしたため、今後の配信はありません。\n\n[Webhook を開く]({{link}})',
    },
    importFinished: {
      subject: 'インポートが完了しました: {{file}}',
      text: '{{file}} のインポートが完了しました。\n\n{{details}}\n\n[レポートを開く]({{link}})',
    },
    importFailed: {
      subject: 'インポートに失敗しました: {{file}}',
      text: '{{file}} のインポートに失敗しました。\n\n{{reason}}\n\n[インポートを開く]({{link}})',
    },
    reset: {
      subject: '{{site}} の新しいパスワードの設定',
      text: '{{name}} 様\n\n{{site}} のアカウントの新しいパスワードが求められました。こちらで設定してください。\n\n[新しいパスワードを設定]({{link}})\n\nこのリンクは {{until}} まで一度だけ使えます。お心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
    },
    invitation: {
      subject: '{{site}} への招待',
      text: '{{name}} 様\n\n{{site}} にアカウントができました。パスワードを設定してサインインしてください。\n\n[招待を承諾]({{link}})\n\nこのリンクは {{until}} まで一度だけ使えます。',
    },
    newDevice: {
      subject: '{{site}} への新しいサインイン',
      text: '{{name}} 様\n\n{{site}} のアカウントに、これまで使われていないブラウザーからサインインがありました。\n\n{{details}}\n\nお心当たりがない場合は、新しいパスワードを設定してください。ほかのすべてのサインインが解除されます。',
    },
    passwordChanged: {
      subject: '{{site}} のパスワードが変更されました',
      text: '{{name}} 様\n\n{{site}} のアカウントのパスワードが変更されました({{date}})。\n\nお心当たりがない場合は、サインイン画面で新しいパスワードを求め、サイトの所有者に連絡してください。',
    },
    secondFactorOff: {
      subject: '{{site}} の2段階サインインが無効になりました',
      text: '{{name}} 様\n\n{{site}} のアカウントの2段階サインインが無効になりました({{date}})。今後はパスワードだけでサインインできます。\n\nお心当たりがない場合は、パスワードを変更し、2段階サインインをもう一度有効にして、サイトの所有者に連絡してください。',
    },
    passkeyAdded: {
      subject: '{{site}} のパスキーが追加されました',
      text: '{{name}} 様\n\n{{site}} のアカウントにパスキーが追加されました({{date}})。パスワードなしでサインインできます。\n\nお心当たりがない場合は、「My account」でパスキーを削除し、パスワードを変更して、サイトの所有者に連絡してください。',
    },
    passkeyRemoved: {
      subject: '{{site}} のパスキーが削除されました',
      text: '{{name}} 様\n\n{{site}} のアカウントのパスキーが削除されました({{date}})。今後はこのパスキーでサインインできません。\n\nお心当たりがない場合は、パスワードを変更して、サイトの所有者に連絡してください。',
    },
  },
};
