import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import {
  type WebhookEventType,
  webhookEventGroups,
  webhookEvents,
  webhookGroupName,
} from '@adire/contract/webhook-events.ts'
import { textLink } from '../parts/page-links.tsx'
import { DocsFrame } from './frame.tsx'
import { CodeBlock, InlineLine } from './prose.tsx'
import { buildAreas } from './reference.ts'

/** Call that returns the object of an event; the others have none for servers. */
const getters: Partial<Record<(typeof webhookEvents)[WebhookEventType]['object'], string>> = {
  payment: 'getPayment',
  customer: 'getCustomer',
  invoice: 'getInvoice',
  plan: 'getPlan',
  subscription: 'getSubscription',
  mandate: 'getMandate',
  refund: 'getRefund',
  dispute: 'getDispute',
  settlement: 'getSettlement',
}

/** Every webhook event with its payload. */
export function EventsPage({ path, ...given }: SiteGiven & { path: string }) {
  return (
    <DocsFrame
      given={given}
      path={path}
      title="Webhook events"
      lead="The payload of every event. Its schema is in the OpenAPI document, under webhooks."
    >
      {Object.entries(webhookEventGroups).map(([group, types]) => (
        <section key={group} aria-labelledby={`group-${group}`} className="border-b border-line py-8">
          <h2 id={`group-${group}`} className="scroll-mt-8 text-xl font-semibold">
            {webhookGroupName(group)}
          </h2>
          {types.map((type) => (
            <Event key={type} given={given} type={type} />
          ))}
        </section>
      ))}
    </DocsFrame>
  )
}

function Event({ given: { api }, type }: { given: SiteGiven; type: WebhookEventType }) {
  const { object, text } = webhookEvents[type]
  const areas = buildAreas(api)
  const area = areas.find(({ calls }) => calls.some(({ id }) => id === getters[object]))
  const { example } = api.webhooks[type]!.post.requestBody!.content['application/json']!
  return (
    <div className="mt-5">
      <h3 id={type} className="scroll-mt-8 font-mono text-md font-semibold">
        {type}
      </h3>
      <p className="mt-1 text-md text-ink-2">
        <InlineLine text={text} />{' '}
        {area && (
          <>
            <code className="font-mono text-sm">data</code> is the response of{' '}
            <a href={`${area.path}#${getters[object]}`} className={textLink}>
              {area.calls.find(({ id }) => id === getters[object])!.operation.summary.toLowerCase()}
            </a>
            .
          </>
        )}
      </p>
      <details className="mt-2 rounded-md border border-line">
        <summary className="flex min-h-11 items-center px-4 font-medium">
          <span>
            Payload<span className="sr-only"> of {type}</span>
          </span>
        </summary>
        <div className="border-t border-line p-4">
          <CodeBlock text={JSON.stringify(example, null, 2)} label="Copy payload" />
        </div>
      </details>
    </div>
  )
}
