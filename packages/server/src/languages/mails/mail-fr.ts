// The texts of mails in French.

import type { MailTexts } from './mail-en.ts';

export const fr: MailTexts = {
  words: {
    sentBy: 'Envoyé par {{site}}',
    yes: 'Oui',
    no: 'Non',
    amount: 'Montant',
    discount: 'Réduction',
    total: 'Total',
    refunded: 'Remboursé',
    paid: 'Payé',
    date: 'Date',
    description: 'Objet',
    reference: 'Référence',
    number: 'Numéro de facture',
    due: 'Échéance',
    time: 'Heure',
    browser: 'Navigateur',
    address: 'Adresse IP',
    created: 'Créés',
    updated: 'Mis à jour',
    unchanged: 'Inchangés',
    skipped: 'Ignorés',
    problems: 'Conflits',
  },
  test: {
    subject: 'Message de test de {{site}}',
    text: 'Si vous lisez ceci, {{site}} peut envoyer des e-mails.',
  },
  kinds: {
    notice: {
      subject: 'Nouvelle réponse : {{form}}',
      text: 'Quelqu’un a rempli « {{form}} ».\n\nPayé : {{amount}}\n\n{{answers}}\n\n[Ouvrir la réponse]({{link}})\n\nSi vous répondez à ce message, votre réponse sera envoyée à {{email}}.',
    },
    digest: {
      subject: 'Nouvelles réponses : {{count}}',
      text: 'Nouvelles réponses depuis le dernier récapitulatif :\n\n{{details}}\n\n[Ouvrir la boîte de réception]({{link}})',
    },
    savedAnswers: {
      subject: 'Continuer « {{form}} »',
      text: 'Vos réponses sont enregistrées.\n\n[Continuer]({{link}})\n\nLe lien est valable jusqu’au {{until}}. Ne le partagez pas : il montre vos réponses.\n\nSi vous n’avez pas rempli ce formulaire, vous pouvez ignorer ce message.',
    },
    reply: {
      subject: 'Nous avons bien reçu votre message',
      text: 'Merci. Voici ce que nous avons reçu de votre part :\n\n{{answers}}',
    },
    receipt: {
      subject: 'Reçu de {{site}} : {{amount}}',
      text: 'Merci. Nous avons bien reçu votre paiement de {{amount}}.\n\n{{details}}',
    },
    refund: {
      subject: 'Remboursement de {{site}} : {{amount}}',
      text: 'Nous avons remboursé {{amount}} sur votre paiement de {{paid}}. Quelques jours peuvent s’écouler avant que le montant figure sur votre compte.\n\n{{details}}',
    },
    refundFailed: {
      subject: 'Votre remboursement de {{site}} a échoué',
      text: 'Le remboursement de {{amount}} que nous vous avions annoncé a échoué : votre banque ou l’émetteur de votre carte l’a refusé. Nous vous devons toujours ce montant et vous le rembourserons par un autre moyen.\n\n{{details}}',
    },
    refundFailedNotice: {
      subject: 'Un remboursement de {{amount}} a échoué',
      text: 'Un remboursement de {{amount}} a échoué. Le montant est revenu sur votre solde chez le prestataire de paiement et le client ne l’a pas reçu. Veuillez le rembourser par un autre moyen.\n\nMotif : {{reason}}\n\n{{details}}\n\n[Ouvrir le paiement]({{link}})',
    },
    invoice: {
      subject: 'Facture {{number}} de {{site}}',
      text: 'Voici votre facture de {{amount}}.\n\n{{details}}\n\n[Voir la facture]({{link}})',
    },
    invoiceToPay: {
      subject: 'Facture de {{site}} : {{amount}}',
      text: 'Voici votre facture de {{amount}}.\n\n{{details}}\n\nMerci de la régler avant le {{due}}.\n\n[Payer maintenant]({{link}})',
    },
    paymentFailed: {
      subject: 'Votre paiement à {{site}} a échoué',
      text: 'Votre paiement de {{amount}} n’a pas abouti et rien n’a été débité.\n\n{{reason}}\n\n{{details}}\n\n[Réessayer]({{link}})',
    },
    paymentFailedNotice: {
      subject: 'Un paiement de {{amount}} a échoué',
      text: 'Un paiement de {{amount}} n’a pas abouti.\n\n{{reason}}\n\n{{details}}\n\n[Ouvrir le paiement]({{link}})',
    },
    receiverPaused: {
      subject: 'Webhook suspendu : {{url}}',
      text: 'Le destinataire {{url}} n’accepte plus rien depuis plusieurs jours ; son webhook est donc suspendu. Les envois attendent.\n\nCorrigez le destinataire, puis réactivez le webhook.\n\n[Ouvrir les webhooks]({{link}})',
    },
    receiverDisabled: {
      subject: 'Webhook désactivé : {{url}}',
      text: 'Le destinataire {{url}} a répondu 410, ce qui signifie qu’il n’existe plus. Son webhook est désactivé et ne reçoit plus rien.\n\n[Ouvrir les webhooks]({{link}})',
    },
    importFinished: {
      subject: 'Importation terminée : {{file}}',
      text: 'L’importation de {{file}} est terminée.\n\n{{details}}\n\n[Ouvrir le rapport]({{link}})',
    },
    importFailed: {
      subject: 'Échec de l’importation : {{file}}',
      text: 'L’importation de {{file}} a échoué.\n\n{{reason}}\n\n[Ouvrir l’importation]({{link}})',
    },
    reset: {
      subject: 'Choisir un nouveau mot de passe pour {{site}}',
      text: 'Bonjour {{name}},\n\nquelqu’un a demandé un nouveau mot de passe pour votre compte sur {{site}}. Choisissez-le ici :\n\n[Choisir un nouveau mot de passe]({{link}})\n\nLe lien fonctionne une seule fois, jusqu’au {{until}}. Si vous n’avez rien demandé, ignorez ce message : votre mot de passe reste le même.',
    },
    invitation: {
      subject: 'Vous êtes invité sur {{site}}',
      text: 'Bonjour {{name}},\n\nvous avez maintenant un compte sur {{site}}. Choisissez un mot de passe pour vous connecter :\n\n[Accepter l’invitation]({{link}})\n\nLe lien fonctionne une seule fois, jusqu’au {{until}}.',
    },
    newDevice: {
      subject: 'Nouvelle connexion à {{site}}',
      text: 'Bonjour {{name}},\n\nquelqu’un s’est connecté à votre compte sur {{site}} avec un navigateur que vous n’y aviez pas encore utilisé.\n\n{{details}}\n\nSi ce n’était pas vous, choisissez un nouveau mot de passe : toutes les autres sessions seront déconnectées.',
    },
    passwordChanged: {
      subject: 'Votre mot de passe pour {{site}} a été modifié',
      text: 'Bonjour {{name}},\n\nle mot de passe de votre compte sur {{site}} a été modifié le {{date}}.\n\nSi ce n’était pas vous, demandez un nouveau mot de passe sur la page de connexion et contactez un propriétaire du site.',
    },
    secondFactorOff: {
      subject: 'La connexion en deux étapes pour {{site}} a été désactivée',
      text: 'Bonjour {{name}},\n\nla connexion en deux étapes de votre compte sur {{site}} a été désactivée le {{date}}. Votre mot de passe suffit désormais pour vous connecter.\n\nSi ce n’était pas vous, modifiez votre mot de passe, réactivez la connexion en deux étapes et contactez un propriétaire du site.',
    },
    passkeyAdded: {
      subject: 'Une clé d’accès pour {{site}} a été ajoutée',
      text: 'Bonjour {{name}},\n\nune clé d’accès a été ajoutée à votre compte sur {{site}} le {{date}}. Elle permet de se connecter sans mot de passe.\n\nSi ce n’était pas vous, supprimez-la sous « My account », modifiez votre mot de passe et contactez un propriétaire du site.',
    },
    passkeyRemoved: {
      subject: 'Une clé d’accès pour {{site}} a été supprimée',
      text: 'Bonjour {{name}},\n\nune clé d’accès de votre compte sur {{site}} a été supprimée le {{date}}. Elle ne permet plus de se connecter.\n\nSi vous ne vous y attendiez pas, modifiez votre mot de passe et contactez un propriétaire du site.',
    },
  },
};
