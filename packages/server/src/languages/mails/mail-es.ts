// The texts of mails in Spanish.

import type { MailTexts } from './mail-en.ts';

export const es: MailTexts = {
  words: {
    sentBy: 'Enviado por {{site}}',
    yes: 'Sí',
    no: 'No',
    amount: 'Importe',
    discount: 'Descuento',
    total: 'Total',
    refunded: 'Reembolsado',
    paid: 'Pagado',
    date: 'Fecha',
    description: 'Descripción',
    reference: 'Referencia',
    number: 'Número de factura',
    due: 'Vencimiento',
    time: 'Hora',
    browser: 'Navegador',
    address: 'Dirección IP',
    created: 'Creados',
    updated: 'Actualizados',
    unchanged: 'Sin cambios',
    skipped: 'Omitidos',
    problems: 'Conflictos',
  },
  test: {
    subject: 'Mensaje de prueba de {{site}}',
    text: 'Si puede leer esto, {{site}} puede enviar correos.',
  },
  kinds: {
    notice: {
      subject: 'Nuevo envío: {{form}}',
      text: 'Alguien ha enviado «{{form}}».\n\nPagado: {{amount}}\n\n{{answers}}\n\n[Abrir el envío]({{link}})\n\nSi responde a este mensaje, su respuesta llegará a {{email}}.',
    },
    digest: {
      subject: 'Nuevos envíos: {{count}}',
      text: 'Nuevos envíos desde el último resumen:\n\n{{details}}\n\n[Abrir la bandeja de entrada]({{link}})',
    },
    savedAnswers: {
      subject: 'Continuar con «{{form}}»',
      text: 'Sus respuestas están guardadas.\n\n[Continuar]({{link}})\n\nEl enlace es válido hasta el {{until}}. No lo comparta: muestra sus respuestas.\n\nSi no ha rellenado este formulario, puede ignorar este mensaje.',
    },
    reply: {
      subject: 'Hemos recibido su mensaje',
      text: 'Gracias. Esto es lo que hemos recibido:\n\n{{answers}}',
    },
    receipt: {
      subject: 'Recibo de {{site}}: {{amount}}',
      text: 'Gracias. Hemos recibido su pago de {{amount}}.\n\n{{details}}',
    },
    refund: {
      subject: 'Reembolso de {{site}}: {{amount}}',
      text: 'Hemos reembolsado {{amount}} de su pago de {{paid}}. Puede tardar unos días en llegar a su cuenta.\n\n{{details}}',
    },
    refundFailed: {
      subject: 'Su reembolso de {{site}} ha fallado',
      text: 'El reembolso de {{amount}} que le habíamos anunciado ha fallado: su banco o el emisor de su tarjeta lo ha devuelto. Le seguimos debiendo este importe y se lo devolveremos por otra vía.\n\n{{details}}',
    },
    refundFailedNotice: {
      subject: 'Ha fallado un reembolso de {{amount}}',
      text: 'Un reembolso de {{amount}} no se ha podido realizar. El importe ha vuelto a su saldo en el proveedor de pagos y el cliente no lo ha recibido. Devuélvalo por otra vía.\n\nMotivo: {{reason}}\n\n{{details}}\n\n[Abrir el pago]({{link}})',
    },
    invoice: {
      subject: 'Factura {{number}} de {{site}}',
      text: 'Aquí tiene su factura de {{amount}}.\n\n{{details}}\n\n[Ver la factura]({{link}})',
    },
    invoiceToPay: {
      subject: 'Factura de {{site}}: {{amount}}',
      text: 'Aquí tiene su factura de {{amount}}.\n\n{{details}}\n\nPor favor, páguela antes del {{due}}.\n\n[Pagar ahora]({{link}})',
    },
    paymentFailed: {
      subject: 'Su pago a {{site}} ha fallado',
      text: 'Su pago de {{amount}} no se ha podido realizar y no se ha cobrado nada.\n\n{{reason}}\n\n{{details}}\n\n[Intentar de nuevo]({{link}})',
    },
    paymentFailedNotice: {
      subject: 'Ha fallado un pago de {{amount}}',
      text: 'Un pago de {{amount}} no se ha podido realizar.\n\n{{reason}}\n\n{{details}}\n\n[Abrir el pago]({{link}})',
    },
    receiverPaused: {
      subject: 'Webhook en pausa: {{url}}',
      text: 'El receptor {{url}} no acepta nada desde hace días, por lo que su webhook está en pausa. Las entregas esperan.\n\nCorrija el receptor y reanude después el webhook.\n\n[Abrir los webhooks]({{link}})',
    },
    receiverDisabled: {
      subject: 'Webhook desactivado: {{url}}',
      text: 'El receptor {{url}} ha respondido con 410, es decir, ya no existe. Su webhook está desactivado y no recibirá más entregas.\n\n[Abrir los webhooks]({{link}})',
    },
    importFinished: {
      subject: 'Importación terminada: {{file}}',
      text: 'La importación de {{file}} ha terminado.\n\n{{details}}\n\n[Abrir el informe]({{link}})',
    },
    importFailed: {
      subject: 'Importación fallida: {{file}}',
      text: 'La importación de {{file}} ha fallado.\n\n{{reason}}\n\n[Abrir la importación]({{link}})',
    },
    reset: {
      subject: 'Elija una nueva contraseña para {{site}}',
      text: 'Hola, {{name}}:\n\nAlguien ha pedido una nueva contraseña para su cuenta en {{site}}. Elíjala aquí:\n\n[Elegir nueva contraseña]({{link}})\n\nEl enlace funciona una sola vez, hasta {{until}}. Si no la ha pedido, ignore este mensaje: su contraseña seguirá siendo la misma.',
    },
    invitation: {
      subject: 'Le han invitado a {{site}}',
      text: 'Hola, {{name}}:\n\nYa tiene una cuenta en {{site}}. Elija una contraseña para iniciar sesión:\n\n[Aceptar la invitación]({{link}})\n\nEl enlace funciona una sola vez, hasta {{until}}.',
    },
    newDevice: {
      subject: 'Nuevo inicio de sesión en {{site}}',
      text: 'Hola, {{name}}:\n\nAlguien ha iniciado sesión en su cuenta de {{site}} con un navegador que no había usado allí antes.\n\n{{details}}\n\nSi no ha sido usted, elija una nueva contraseña: así se cerrarán todas las demás sesiones.',
    },
    passwordChanged: {
      subject: 'Se ha cambiado su contraseña de {{site}}',
      text: 'Hola, {{name}}:\n\nLa contraseña de su cuenta en {{site}} se ha cambiado: {{date}}.\n\nSi no ha sido usted, pida una nueva contraseña en la pantalla de inicio de sesión y póngase en contacto con un propietario del sitio.',
    },
    secondFactorOff: {
      subject: 'Se ha desactivado el inicio de sesión en dos pasos de {{site}}',
      text: 'Hola, {{name}}:\n\nEl inicio de sesión en dos pasos de su cuenta en {{site}} se ha desactivado: {{date}}. Ahora basta con su contraseña para iniciar sesión.\n\nSi no ha sido usted, cambie su contraseña, vuelva a activar el inicio de sesión en dos pasos y póngase en contacto con un propietario del sitio.',
    },
    passkeyAdded: {
      subject: 'Se ha añadido una llave de acceso de {{site}}',
      text: 'Hola, {{name}}:\n\nSe ha añadido una llave de acceso a su cuenta en {{site}}: {{date}}. Con ella se inicia sesión sin contraseña.\n\nSi no ha sido usted, elimínela en «My account», cambie su contraseña y póngase en contacto con un propietario del sitio.',
    },
    passkeyRemoved: {
      subject: 'Se ha eliminado una llave de acceso de {{site}}',
      text: 'Hola, {{name}}:\n\nSe ha eliminado una llave de acceso de su cuenta en {{site}}: {{date}}. Ya no sirve para iniciar sesión.\n\nSi no lo esperaba, cambie su contraseña y póngase en contacto con un propietario del sitio.',
    },
  },
};
