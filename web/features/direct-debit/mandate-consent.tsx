import type { Mandate } from '@adire/contract/direct-debit-schemas.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatDateTime } from '../../ui/date.ts'

/** Consent record: the exact text, the customer and their device. Before consent, the URL where they can give it. */
export function MandateConsent({ mandate: { consent, consentUrl, accountName, status } }: { mandate: Mandate }) {
  if (consent)
    return (
      <Card title="Consent">
        <p className="text-ink-2">
          {accountName} accepted on <time dateTime={consent.acceptedAt}>{formatDateTime(consent.acceptedAt)}</time>
          {consent.ip && (
            <>
              {' '}
              from <span className="figures wrap-anywhere">{consent.ip}</span>
            </>
          )}
          , with a one-time code.
        </p>
        <details className="group mt-3">
          <summary className="font-medium text-link hover:underline pointer-coarse:py-2">
            Text, version {consent.textVersion}
          </summary>
          <div className="mt-2 flex flex-col gap-2 text-sm text-ink-2">
            {consent.text.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </details>
      </Card>
    )
  if (!consentUrl || status !== 'pending') return null
  return (
    <Card title="Consent page">
      <p className="mb-3 text-sm text-muted">
        We emailed this link to the customer. Consent also needs a code that we email, so nobody can agree with the link
        alone.
      </p>
      <p className="mb-3 rounded-md bg-sunken px-3 py-2 text-sm wrap-anywhere">{consentUrl}</p>
      <CopyButton text={consentUrl} label="Copy link" />
    </Card>
  )
}
