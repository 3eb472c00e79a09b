// What the service depends on elsewhere: the mail server, the payment processor and the scanner.

import type { Config } from '../config/config.ts';
import type { Context } from '../context/context.ts';
import { MailError } from '../context/mailer.ts';
import { toProblem } from '../payments/processor/stripe.ts';
import { examineEndpoint, type ProcessorPlace, receiverUrlOf, renewEndpoint } from '../payments/processor-keys.ts';
import { ClamdError } from '../storage/clamd.ts';
import { ask } from './check-service.ts';
import { type Finding, fault, ok, skipped, warning } from './findings.ts';

const mailCheck = 'mail';
const processorCheck = 'processor';
const endpointCheck = 'processor webhook';
const scannerCheck = 'file scan';
const toleratedSeconds = 60;

/** Connects to the mail server and signs in; no mail is sent. */
export async function checkMail({ mailer }: Context): Promise<Finding> {
  if (mailer.server === null)
    return warning(
      mailCheck,
      'No mail server is set: mails wait in the outbox',
      'Enter one in the admin under Settings, Mail, or set FRONTDESK_SMTP_URL and FRONTDESK_MAIL_FROM',
    );
  const { host, port, setIn } = mailer.server;
  try {
    await mailer.greet();
    return ok(mailCheck, `${host}:${port} accepts the connection and the login`);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const where = setIn === 'environment' ? 'FRONTDESK_SMTP_URL' : 'Settings, Mail in the admin';
    return fault(mailCheck, error.message, `Correct ${where}; mails are sent again by themselves`);
  }
}

/** Whether the processor accepts the key and sends its events here. With `create`, the endpoint is set up if it is missing. */
export async function checkProcessor(ctx: Context, config: Config, create: boolean): Promise<Finding[]> {
  const { setup } = ctx.processor;
  if (setup.keysFrom === 'sandbox')
    return [
      warning(
        processorCheck,
        'Payments use the built-in sandbox, which moves no money',
        'To take real payments, enter the keys of Stripe in the admin under Settings, Payment processor',
      ),
    ];
  if (setup.secretKey === null)
    return [
      fault(
        processorCheck,
        'The stored keys of the processor cannot be decrypted, so that no payment can be made',
        'Enter them again in the admin under Settings, Payment processor',
      ),
    ];
  try {
    if (!(await ctx.processor.tryKey(setup.secretKey, setup.apiBase)))
      return [
        fault(processorCheck, 'The processor refuses the secret key', 'Enter a new one: it was rolled or deleted'),
      ];
    const mode = { true: 'live', false: 'test', null: 'unknown' }[String(ctx.processor.isLive())];
    return [
      ok(processorCheck, `The processor accepts the key (${mode} mode)`),
      await checkDifference(ctx, setup.apiBase),
      await checkEndpoint(ctx, config, create),
    ];
  } catch (error) {
    const { message } = toProblem(error);
    return [fault(processorCheck, message, 'Check the network of this machine, then run this again')];
  }
}

/** Signed events that are more than five minutes old or from the future are refused: the clocks must agree. */
async function checkDifference({ now }: Context, apiBase: string | null): Promise<Finding> {
  const asked = await ask(apiBase ?? 'https://api.stripe.com');
  const date = asked.reached ? asked.headers.get('date') : null;
  if (date === null) return skipped('clock of the processor', 'It did not send its time');
  const seconds = Math.round((now().getTime() - Date.parse(date)) / 1000);
  if (Math.abs(seconds) <= toleratedSeconds)
    return ok('clock of the processor', 'It agrees with the one of this machine');
  const detail = `The clock of this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the processor's`;
  return fault(
    'clock of the processor',
    detail,
    'Keep the clock right with NTP: events of payments are refused otherwise',
  );
}

async function checkEndpoint(ctx: Context, place: ProcessorPlace, create: boolean): Promise<Finding> {
  const url = receiverUrlOf(ctx);
  if (url === null)
    return skipped(
      endpointCheck,
      'Without FRONTDESK_PUBLIC_URL it is not known where the processor should send its events',
    );
  const found = await examineEndpoint(ctx, url);
  if (found.state === 'complete') return ok(endpointCheck, `The processor sends its events to ${url}`);
  const detail = {
    none: `The processor has no webhook endpoint for ${url}: payments are not confirmed`,
    disabled: `The webhook endpoint for ${url} is disabled at the processor: payments are not confirmed`,
    incomplete: `The webhook endpoint for ${url} does not send ${'missing' in found ? found.missing.join(', ') : ''}`,
  }[found.state];
  if (ctx.processor.setup.keysFrom === 'environment')
    return fault(
      endpointCheck,
      detail,
      'Correct it in the dashboard of the processor, and set STRIPE_WEBHOOK_SECRET to its signing secret',
    );
  if (!create) return fault(endpointCheck, detail, 'frontdesk doctor --create-webhook sets it up');
  await renewEndpoint(ctx, place);
  return ok(endpointCheck, `A webhook endpoint for ${url} was set up, and its signing secret stored`);
}

/** Whether clamd responds, if it is set. */
export async function checkScanner({ scanner }: Context): Promise<Finding> {
  if (scanner === null) return skipped(scannerCheck, 'FRONTDESK_CLAMD is not set: files are not scanned');
  try {
    const { version, signaturesAt } = await scanner.describe();
    return ok(scannerCheck, `${version}, signatures of ${signaturesAt?.toISOString() ?? 'unknown age'}`);
  } catch (error) {
    if (!(error instanceof ClamdError)) throw error;
    return fault(scannerCheck, error.message, 'Start clamd: files cannot be downloaded until they were scanned');
  }
}
