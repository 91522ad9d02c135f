import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

const code = `import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET) // whsec_...

createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  try {
    const event = webhook.verify(body, request.headers)
    console.log(event.type, event.data.reference)
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end()
  }
}).listen(4000)`

/** Example for Node of signature verification. */
export function VerifySnippet() {
  return (
    <Card title="Verify in Node" action={<CopyButton text={code} label="Copy example" tone="ghost" />}>
      <p className="mb-3 max-w-[720px] text-ink-2">
        We sign by the Standard Webhooks specification, which has libraries for most languages. Verify the raw body
        before you parse it, and respond with 2xx within seven seconds.{' '}
        <a href="/docs/libraries#events-on-your-own-machine" className="text-link underline">
          Receive events on your own machine
        </a>
        .
      </p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-md bg-sunken px-4 py-3 font-mono text-sm ring-1 ring-line"
      >
        {code}
      </pre>
    </Card>
  )
}
