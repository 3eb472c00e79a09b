// The composition root: every part of the HTTP app in one list.

import cookie from '@fastify/cookie';
import { auditRoutes } from './accounts/audit/audit.routes.ts';
import { auditRequests } from './accounts/audit/audit-requests.ts';
import { guardRoutes } from './accounts/guard.ts';
import { passkeySignInRoutes, passkeysRoutes } from './accounts/passkeys.routes.ts';
import { passwordLinksRoutes } from './accounts/password-links.routes.ts';
import { secondFactorRoutes } from './accounts/second-factor.routes.ts';
import { sessionsRoutes } from './accounts/sessions.routes.ts';
import { createSignInLimit } from './accounts/sign-in-limit.ts';
import { tokensRoutes } from './accounts/tokens.routes.ts';
import { meRoutes, setupRoutes, usersRoutes } from './accounts/users.routes.ts';
import { archiveRoutes } from './archive/archive.routes.ts';
import { backupsRoutes } from './backups/backups.routes.ts';
import type { Config } from './config/config.ts';
import { bulkRoutes } from './content/api/bulk.routes.ts';
import { draftsRoutes } from './content/api/drafts.routes.ts';
import { editorsRoutes } from './content/api/editors.routes.ts';
import { formerSlugsRoutes } from './content/api/former-slugs.routes.ts';
import { itemListRoutes } from './content/api/item-list.routes.ts';
import { itemsRoutes } from './content/api/items.routes.ts';
import { languagesRoutes } from './content/api/languages.routes.ts';
import { mediaRoutes } from './content/api/media.routes.ts';
import { previewPageRoutes, previewsRoutes } from './content/api/previews.routes.ts';
import { referencesRoutes, usesRoutes } from './content/api/references.routes.ts';
import { revisionsRoutes } from './content/api/revisions.routes.ts';
import { viewsRoutes } from './content/api/views.routes.ts';
import { authorsRoutes } from './content/authors/authors.routes.ts';
import { publicMediaRoutes } from './content/media/public-media.routes.ts';
import { responseMaker } from './content/model/memo.ts';
import { followLocale } from './content/search/index-items.ts';
import { taxonomiesRoutes } from './content/terms/taxonomies.routes.ts';
import { taxonomyTermsRoutes } from './content/terms/taxonomy-terms.routes.ts';
import { termsRoutes } from './content/terms/terms.routes.ts';
import { postTypesRoutes } from './content/type-changes/post-types.routes.ts';
import { typeChangesRoutes } from './content/type-changes/type-changes.routes.ts';
import { namesFor } from './context/access.ts';
import type { Context } from './context/context.ts';
import { contactsRoutes } from './crm/contacts.routes.ts';
import { describeSite } from './document/site-document.ts';
import { FeedPage } from './document/webhook-events.schemas.ts';
import { describeEvents } from './event-bodies.ts';
import { exportersRoutes } from './exporters/exporters.routes.ts';
import { altchaFileRoutes, challengeRoutes } from './forms/altcha/altcha.routes.ts';
import { keepRateOfForms } from './forms/form/check-taxes.ts';
import { clearPictureOfForms } from './forms/form/choice-pictures.ts';
import { formsRoutes } from './forms/forms.routes.ts';
import { inboxRoutes } from './forms/inbox/inbox.routes.ts';
import { formPageRoutes, signatureFileRoutes } from './forms/page/form-page.routes.ts';
import { looksSamplePage } from './forms/page/looks.routes.ts';
import { createWrongCodes } from './forms/payment/discounts.ts';
import { formPaymentRoutes } from './forms/payment/payment.routes.ts';
import { scanRoutes } from './forms/scan/scan.routes.ts';
import { createRecent, type OthersNotes } from './forms/spam/recent.ts';
import { submissionsRoutes } from './forms/submissions.routes.ts';
import { createStepCounts } from './forms/submit/step-counts.ts';
import { adminRoutes } from './http/admin.routes.ts';
import { filesRoutes } from './http/files.routes.ts';
import { shareAcrossOrigins } from './http/headers.ts';
import { healthRoutes } from './http/health.routes.ts';
import { handleIdempotencyKeys } from './http/idempotency.ts';
import { serveKeptResponses } from './http/kept-responses.ts';
import { handleMissingRoutes } from './http/missing-routes.ts';
import { mountRoutes, type NodeHandler } from './http/mount.routes.ts';
import { observeRequests } from './http/observe-requests.ts';
import { openapiRoutes } from './http/openapi.routes.ts';
import { handleErrors } from './http/problem.ts';
import { createRateLimits, limitRates } from './http/rate-limit.ts';
import { serializeLargeLists } from './http/responses.ts';
import { ProblemSchema } from './http/schemas.ts';
import { createServer } from './http/server.ts';
import { type App, apiPrefix } from './http/typed-app.ts';
import { importsRoutes } from './importers/imports.routes.ts';
import { creditNotesRoutes } from './invoices/credit-notes.routes.ts';
import { documentExportRoutes } from './invoices/document-export.routes.ts';
import { documentsRoutes } from './invoices/documents.routes.ts';
import { invoicesRoutes } from './invoices/invoices.routes.ts';
import { taxRatesRoutes } from './invoices/tax-rates.routes.ts';
import { checkTaxRules } from './invoices/tax-rates.ts';
import { taxReportRoutes } from './invoices/tax-report.routes.ts';
import { once } from './lib/once.ts';
import { createAttempts } from './limits/attempts.ts';
import { mailKindsRoutes } from './mail/mail-kinds.routes.ts';
import { invoiceMailsRoutes, mailsRoutes } from './mail/mails.routes.ts';
import { optOutsRoutes, unsubscribeRoutes } from './mail/opt-outs/unsubscribe.routes.ts';
import { refusalsRoutes } from './mail/refusals/refusals.routes.ts';
import { manualRoutes } from './manual/manual.routes.ts';
import { referenceRoutes } from './manual/reference.routes.ts';
import { metricsRoutes } from './metrics/scrape.ts';
import { moneyReportRoutes } from './overview/money-report.routes.ts';
import { searchRoutes } from './overview/search.routes.ts';
import { summaryRoutes } from './overview/summary.routes.ts';
import { systemRoutes } from './overview/system.routes.ts';
import { checkoutRoutes } from './payments/checkout.routes.ts';
import { checkoutPagesRoutes } from './payments/checkout-pages.routes.ts';
import { invoicePageRoutes } from './payments/page/invoice-page.routes.ts';
import {
  invoicePaymentsRoutes,
  nativeEventsRoutes,
  paymentsRoutes,
  refundsRoutes,
} from './payments/payments.routes.ts';
import { processorRoutes } from './payments/processor.routes.ts';
import { privacyRoutes } from './privacy/privacy.routes.ts';
import { clearPictureOfSite } from './settings/clear-site-picture.ts';
import { faviconRoutes, settingsRoutes } from './settings/settings.routes.ts';
import type { MetricsPage } from './telemetry/metrics-page.ts';
import { deliveriesRoutes } from './webhooks/deliveries.routes.ts';
import { feedRoutes } from './webhooks/feed/feed.routes.ts';
import { webhooksHereRoutes, webhooksRoutes } from './webhooks/webhooks.routes.ts';

export type AppOptions = {
  isReady?: () => Promise<boolean>;
  /** What `/metrics` shows, if it does. */
  metrics?: MetricsPage | null;
  /** The sandbox's hosted checkout pages, while the processor is the sandbox. */
  sandboxPages?: NodeHandler;
  /** What other processes have noted to recognize spam. */
  spamNotes?: OthersNotes;
  /** The folder of the built admin, if it is not in this repository. */
  adminFolder?: string;
  /** Generates the OpenAPI document on request. */
  describe?: () => Promise<object>;
  /** Runs before the routes are added, so that document.ts can record them. */
  prepare?: (app: App) => Promise<void>;
};

/** Creates the HTTP app, which does not listen yet. */
export async function createApp(context: Context, config: Config, options: AppOptions = {}): Promise<App> {
  const app = createServer(config);
  await options.prepare?.(app);
  observeRequests(app, context.observer);
  handleErrors(app, context.dialect);
  await shareAcrossOrigins(app, apiPrefix);
  handleMissingRoutes(app, apiPrefix);
  await app.register(cookie);
  const limits = config.rateLimits ? createRateLimits(context) : null;
  const attempts = config.rateLimits ? createAttempts(context) : null;
  serveKeptResponses(app, context, limits, config);
  serializeLargeLists(app);
  guardRoutes(app, context);
  auditRequests(app, apiPrefix);
  if (limits) limitRates(app, limits);
  handleIdempotencyKeys(app);
  app.addSchema(ProblemSchema);

  healthRoutes(app, options.isReady ?? (async () => true));
  if (options.metrics) metricsRoutes(app, options.metrics);
  nativeEventsRoutes(app);
  adminRoutes(app, options.adminFolder);
  faviconRoutes(app, options.adminFolder);
  const documents = { describe: once(options.describe ?? (async () => ({}))), describeSite };
  referenceRoutes(app, documents);
  manualRoutes(app);
  if (options.sandboxPages) await mountRoutes(app, '/sandbox', options.sandboxPages);
  checkoutPagesRoutes(app);
  await invoicePageRoutes(app);
  await unsubscribeRoutes(app);
  const memory = {
    recent: createRecent(() => context.now().getTime(), options.spamNotes),
    wrongCodes: createWrongCodes(attempts),
    steps: createStepCounts(context),
  };
  app.addHook('onClose', () => memory.steps.write());
  await formPageRoutes(app, memory);
  altchaFileRoutes(app);
  signatureFileRoutes(app);
  looksSamplePage(app);
  publicMediaRoutes(app);
  previewPageRoutes(app);

  await app.register(
    async (scope) => {
      const api = scope as unknown as App;
      // Content
      const makeResponse = responseMaker();
      itemListRoutes(api, makeResponse);
      itemsRoutes(api, makeResponse);
      bulkRoutes(api);
      revisionsRoutes(api);
      draftsRoutes(api);
      editorsRoutes(api);
      formerSlugsRoutes(api);
      usesRoutes(api);
      referencesRoutes(api);
      previewsRoutes(api);
      postTypesRoutes(api);
      typeChangesRoutes(api);
      viewsRoutes(api);
      termsRoutes(api);
      taxonomiesRoutes(api);
      taxonomyTermsRoutes(api);
      authorsRoutes(api);
      languagesRoutes(api);
      await mediaRoutes(api, config, [clearPictureOfForms, clearPictureOfSite]);
      await importsRoutes(api, config);
      // Forms
      formsRoutes(api);
      inboxRoutes(api);
      formPaymentRoutes(api);
      challengeRoutes(api);
      submissionsRoutes(api, memory);
      scanRoutes(api);
      filesRoutes(api, ({ actor }) => namesFor(actor, 'forms:read'));
      // Payments
      checkoutRoutes(api);
      refundsRoutes(api);
      paymentsRoutes(api);
      processorRoutes(api, config);
      // CRM
      contactsRoutes(api);
      invoicesRoutes(api);
      creditNotesRoutes(api);
      documentsRoutes(api);
      documentExportRoutes(api);
      taxRatesRoutes(api, keepRateOfForms);
      taxReportRoutes(api);
      invoicePaymentsRoutes(api);
      // Webhooks
      webhooksRoutes(api);
      webhooksHereRoutes(api);
      deliveriesRoutes(api);
      feedRoutes(api, () => context.stamp(), { page: FeedPage, describe: describeEvents });
      // Mail
      mailsRoutes(api);
      mailKindsRoutes(api);
      invoiceMailsRoutes(api);
      optOutsRoutes(api);
      refusalsRoutes(api);
      // Accounts and settings
      const signIns = createSignInLimit(attempts);
      setupRoutes(api, signIns);
      sessionsRoutes(api, signIns);
      meRoutes(api, signIns);
      passwordLinksRoutes(api, signIns);
      secondFactorRoutes(api, signIns);
      passkeysRoutes(api, signIns);
      passkeySignInRoutes(api, signIns);
      usersRoutes(api);
      tokensRoutes(api);
      auditRoutes(api);
      settingsRoutes(api, { followLocale, checkTaxRules });
      archiveRoutes(api);
      backupsRoutes(api, config);
      privacyRoutes(api);
      exportersRoutes(api);
      // Service
      moneyReportRoutes(api);
      summaryRoutes(api);
      systemRoutes(api, config);
      searchRoutes(api);
      openapiRoutes(api, documents);
    },
    { prefix: apiPrefix },
  );
  return app;
}
