import { useConfig } from '../../client/config.ts'
import { useSession } from '../../client/session.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

/** Example of a first API call, with the base URL of the current mode. */
export function ApiKeyExample() {
  const { mode } = useSession()
  const config = useConfig()
  if (!config) return null
  const address = new URL(`${config.servers[mode].core}/payment-links`, location.origin).href
  const command = `curl ${address} \\\n  -H "Authorization: Bearer sk_${mode.toLowerCase()}_..."`
  return (
    <Card title="Try a key" action={<CopyButton text={command} label="Copy example" tone="ghost" />}>
      <p className="mb-3 text-ink-2">
        Lists your payment links. Replace the dots with your secret key. Keep the key on your server, never in an app or
        a web page.
      </p>
      <pre className="rounded-md bg-sunken px-4 py-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap ring-1 ring-line">
        {command}
      </pre>
    </Card>
  )
}
