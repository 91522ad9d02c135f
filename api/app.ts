import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { serveMailbox } from './emails/mailbox.ts'
import { serveTokens } from './features/auth/oauth.ts'
import { accountPages } from './features/checkout/account-page.ts'
import { brandStylesheet } from './features/checkout/brand-stylesheet.ts'
import { allowAnyOrigin } from './features/checkout/initialise-in-page.ts'
import { checkoutPages } from './features/checkout/page.ts'
import { receiptPages } from './features/checkout/receipt-page.ts'
import { returnPage } from './features/checkout/return-page.ts'
import { simulatorPages } from './features/checkout/simulator.ts'
import { subscriptionPages } from './features/checkout/subscription-page.ts'
import { threeDSecurePages } from './features/checkout/three-d-secure.ts'
import { serveInventory } from './features/checkout-integrity/inventory.ts'
import { consentPages } from './features/direct-debit/consent-page.ts'
import { serveInvoicePdf } from './features/invoices/pdf-page.ts'
import { servePictures } from './features/merchants/pictures.ts'
import { serveReviewDocuments } from './features/office-review/document-page.ts'
import { viewCounter } from './features/payment-links/views.ts'
import { receiveProcessorEvents } from './features/processor-events/receive.ts'
import { logRequests } from './features/request-log/log-requests.ts'
import { serveInlineScript } from './features/site/inline-script.ts'
import { openSite } from './features/site/render.ts'
import { servePublicSite } from './features/site/site.ts'
import { serveWebApp } from './features/site/web-app.ts'
import { openApi } from './http/openapi.ts'
import { openServer } from './http/server.ts'
import type { Runtime } from './runtime.ts'
import { openServers } from './servers.ts'

/** The composition root: everything that one process serves. */
export async function openApp(runtime: Runtime, log: Logger): Promise<FastifyInstance> {
  const app = await openServer(runtime, log)
  let document: string | undefined
  const describe = () => {
    document ??= JSON.stringify(openApi(runtime.config))
    return document
  }
  app.get('/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json').send(describe()),
  )
  logRequests(app, runtime, log)
  serveTokens(app, runtime)
  allowAnyOrigin(app)
  openServers(app, runtime)
  threeDSecurePages(app, runtime)
  returnPage(app, runtime)
  await receiveProcessorEvents(app, runtime)
  simulatorPages(app, runtime)
  serveReviewDocuments(app, runtime)
  const views = viewCounter(runtime.database, log)
  app.addHook('onClose', views.write)
  checkoutPages(app, runtime, views)
  consentPages(app, runtime)
  accountPages(app, runtime)
  subscriptionPages(app, runtime)
  serveInvoicePdf(app, runtime)
  receiptPages(app, runtime)
  brandStylesheet(app)
  servePictures(app, runtime)
  serveMailbox(app, runtime.config)
  serveInlineScript(app)
  serveInventory(app, runtime.config)
  const site = await openSite(runtime, describe)
  servePublicSite(app, runtime, site)
  await serveWebApp(app, runtime.config, site)
  return app
}
