// The texts of mails in Portuguese.

import type { MailTexts } from './mail-en.ts';

export const pt: MailTexts = {
  words: {
    sentBy: 'Enviado por {{site}}',
    yes: 'Sim',
    no: 'Não',
    amount: 'Valor',
    discount: 'Desconto',
    total: 'Total',
    refunded: 'Reembolsado',
    paid: 'Pago',
    date: 'Data',
    description: 'Descrição',
    reference: 'Referência',
    number: 'Número da fatura',
    due: 'Vencimento',
    time: 'Hora',
    browser: 'Navegador',
    address: 'Endereço IP',
    created: 'Criados',
    updated: 'Atualizados',
    unchanged: 'Inalterados',
    skipped: 'Ignorados',
    problems: 'Conflitos',
  },
  test: {
    subject: 'Mensagem de teste de {{site}}',
    text: 'Se consegue ler isto, {{site}} pode enviar e-mails.',
  },
  kinds: {
    notice: {
      subject: 'Novo envio: {{form}}',
      text: 'Alguém preencheu “{{form}}”.\n\nPago: {{amount}}\n\n{{answers}}\n\n[Abrir o envio]({{link}})\n\nA sua resposta a esta mensagem será enviada para {{email}}.',
    },
    digest: {
      subject: 'Novos envios: {{count}}',
      text: 'Novos envios desde o último resumo:\n\n{{details}}\n\n[Abrir a caixa de entrada]({{link}})',
    },
    savedAnswers: {
      subject: 'Continuar com «{{form}}»',
      text: 'As suas respostas estão guardadas.\n\n[Continuar]({{link}})\n\nO link é válido até {{until}}. Não o partilhe: mostra as suas respostas.\n\nSe não preencheu este formulário, pode ignorar esta mensagem.',
    },
    reply: {
      subject: 'Recebemos a sua mensagem',
      text: 'Obrigado. Foi isto que recebemos:\n\n{{answers}}',
    },
    receipt: {
      subject: 'Recibo de {{site}}: {{amount}}',
      text: 'Obrigado. Recebemos o seu pagamento de {{amount}}.\n\n{{details}}',
    },
    refund: {
      subject: 'Reembolso de {{site}}: {{amount}}',
      text: 'Reembolsámos {{amount}} do seu pagamento de {{paid}}. Pode demorar alguns dias até o valor estar na sua conta.\n\n{{details}}',
    },
    refundFailed: {
      subject: 'O seu reembolso de {{site}} falhou',
      text: 'O reembolso de {{amount}} que lhe anunciámos não foi concluído: o seu banco ou o emissor do cartão devolveu-o. Continuamos a dever-lhe este valor e vamos devolvê-lo de outra forma.\n\n{{details}}',
    },
    refundFailedNotice: {
      subject: 'Um reembolso de {{amount}} falhou',
      text: 'Um reembolso de {{amount}} não foi concluído. O valor voltou ao seu saldo no processador de pagamentos e o cliente não o recebeu. Devolva-o de outra forma.\n\nMotivo: {{reason}}\n\n{{details}}\n\n[Abrir o pagamento]({{link}})',
    },
    invoice: {
      subject: 'Fatura {{number}} de {{site}}',
      text: 'Aqui está a sua fatura de {{amount}}.\n\n{{details}}\n\n[Ver a fatura]({{link}})',
    },
    invoiceToPay: {
      subject: 'Fatura de {{site}}: {{amount}}',
      text: 'Aqui está a sua fatura de {{amount}}.\n\n{{details}}\n\nPague-a até {{due}}, por favor.\n\n[Pagar agora]({{link}})',
    },
    paymentFailed: {
      subject: 'O seu pagamento a {{site}} falhou',
      text: 'O seu pagamento de {{amount}} não foi concluído e nada foi cobrado.\n\n{{reason}}\n\n{{details}}\n\n[Tentar novamente]({{link}})',
    },
    paymentFailedNotice: {
      subject: 'Um pagamento de {{amount}} falhou',
      text: 'Um pagamento de {{amount}} não foi concluído.\n\n{{reason}}\n\n{{details}}\n\n[Abrir o pagamento]({{link}})',
    },
    receiverPaused: {
      subject: 'Webhook em pausa: {{url}}',
      text: 'O recetor {{url}} não aceita nada há dias, por isso o seu webhook está em pausa. As entregas aguardam.\n\nCorrija o recetor e retome depois o webhook.\n\n[Abrir os webhooks]({{link}})',
    },
    receiverDisabled: {
      subject: 'Webhook desativado: {{url}}',
      text: 'O recetor {{url}} respondeu com 410, ou seja, já não existe. O seu webhook está desativado e não recebe mais entregas.\n\n[Abrir os webhooks]({{link}})',
    },
    importFinished: {
      subject: 'Importação concluída: {{file}}',
      text: 'A importação de {{file}} foi concluída.\n\n{{details}}\n\n[Abrir o relatório]({{link}})',
    },
    importFailed: {
      subject: 'A importação falhou: {{file}}',
      text: 'A importação de {{file}} falhou.\n\n{{reason}}\n\n[Abrir a importação]({{link}})',
    },
    reset: {
      subject: 'Escolha uma nova palavra-passe para {{site}}',
      text: 'Olá {{name}},\n\nalguém pediu uma nova palavra-passe para a sua conta em {{site}}. Escolha-a aqui:\n\n[Escolher nova palavra-passe]({{link}})\n\nA ligação funciona uma única vez, até {{until}}. Se não a pediu, ignore esta mensagem: a sua palavra-passe mantém-se.',
    },
    invitation: {
      subject: 'Recebeu um convite para {{site}}',
      text: 'Olá {{name}},\n\ntem agora uma conta em {{site}}. Escolha uma palavra-passe para entrar:\n\n[Aceitar o convite]({{link}})\n\nA ligação funciona uma única vez, até {{until}}.',
    },
    newDevice: {
      subject: 'Novo início de sessão em {{site}}',
      text: 'Olá {{name}},\n\nalguém entrou na sua conta em {{site}} com um navegador que ainda não tinha usado ali.\n\n{{details}}\n\nSe não foi você, escolha uma nova palavra-passe: isso termina todas as outras sessões.',
    },
    passwordChanged: {
      subject: 'A sua palavra-passe de {{site}} foi alterada',
      text: 'Olá {{name}},\n\na palavra-passe da sua conta em {{site}} foi alterada: {{date}}.\n\nSe não foi você, peça uma nova palavra-passe no ecrã de início de sessão e contacte um proprietário do site.',
    },
    secondFactorOff: {
      subject: 'O início de sessão em dois passos de {{site}} foi desativado',
      text: 'Olá {{name}},\n\no início de sessão em dois passos da sua conta em {{site}} foi desativado: {{date}}. Agora basta a sua palavra-passe para iniciar sessão.\n\nSe não foi você, altere a sua palavra-passe, volte a ativar o início de sessão em dois passos e contacte um proprietário do site.',
    },
    passkeyAdded: {
      subject: 'Foi adicionada uma chave de acesso de {{site}}',
      text: 'Olá {{name}},\n\nfoi adicionada uma chave de acesso à sua conta em {{site}}: {{date}}. Com ela inicia-se sessão sem palavra-passe.\n\nSe não foi você, remova-a em «My account», altere a sua palavra-passe e contacte um proprietário do site.',
    },
    passkeyRemoved: {
      subject: 'Foi removida uma chave de acesso de {{site}}',
      text: 'Olá {{name}},\n\nfoi removida uma chave de acesso da sua conta em {{site}}: {{date}}. Já não permite iniciar sessão.\n\nSe não esperava isto, altere a sua palavra-passe e contacte um proprietário do site.',
    },
  },
};
