import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Chunk = {
  file: string
  src?: string
  name?: string
  css?: string[]
  assets?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

/** Why the checkout needs each script, by its source (PCI DSS 6.4.3). A script without a purpose fails the build. */
const purposes: Record<string, string> = {
  'checkout/main.tsx': 'The payment page: takes what the payer types, sends it to our server, and shows the result',
  'checkout/challenge-step.tsx': 'Asks for the PIN, one-time password, phone number or birthday that the bank requests',
  'checkout/channels/bank-account/step.tsx': 'Payment from a bank account',
  'checkout/channels/bank-transfer/step.tsx': 'Payment by bank transfer: the account number to pay to',
  'checkout/channels/card/card-page-step.tsx': 'Sends the payer to the card page of the processor',
  'checkout/channels/qr/step.tsx': 'Payment by QR code',
  'checkout/channels/ussd/step.tsx': 'Payment by USSD: the code to dial',
  'checkout/outcome-steps.tsx': 'Shows that a payment is at the bank, has failed or has expired',
  'checkout/plan-parts.tsx': 'Terms of a subscription, and its consent',
  'checkout/quantity-field.tsx': 'Quantity of what the payer buys',
  'checkout/test-panel.tsx': 'Test Mode only: test cards and simulated outcomes',
  'languages/hausa/checkout.ts': 'Texts in Hausa',
  'languages/igbo/checkout.ts': 'Texts in Igbo',
  'languages/pidgin/checkout.ts': 'Texts in Pidgin',
  'languages/yoruba/checkout.ts': 'Texts in Yorùbá',
  'shared/icons': 'Icons of a list to choose from; used by several steps',
  'shared/offline': 'Tells that there is no connection; used by several steps',
  'shared/row': 'A line with a value to copy; used by several steps',
  'shared/select': 'A list to choose from; used by several steps',
}

/**
 * Every script, stylesheet and font that the hosted checkout can load, with its hash and purpose, and the script that merchants embed.
 * @throws Error for a script whose purpose is not listed
 */
export async function describeCheckout(manifest: Record<string, Chunk>, client: string) {
  const chunks = new Map<string, Chunk>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || chunks.has(key)) return
    chunks.set(key, chunk)
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next)
  }
  visit('checkout/main.tsx')
  const hash = async (path: string) => {
    const bytes = await readFile(join(client, path))
    return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }
  const scripts = [...chunks.values()].map(async ({ file, src, name }) => {
    const purpose = purposes[src ?? `shared/${name}`]
    if (!purpose) throw new Error(`Add the purpose of ${src ?? `shared/${name}`} to web/build/inventory.ts`)
    return { ...(await hash(`/${file}`)), purpose }
  })
  const styles = new Set([...chunks.values()].flatMap(({ css }) => css ?? []))
  const assets = new Set([...chunks.values()].flatMap(({ assets }) => assets ?? []))
  const fonts = [...assets].filter((file) => file.endsWith('.woff2'))
  const inline = {
    ...(await hash('/inline.js')),
    purpose: 'Opens the payment page in a frame on the page of a merchant',
  }
  return {
    scripts: (await Promise.all(scripts)).sort((one, other) => (one.path < other.path ? -1 : 1)),
    styles: await Promise.all([...styles].map((file) => hash(`/${file}`))),
    fonts: await Promise.all(fonts.map((file) => hash(`/${file}`))),
    embedded: { ...inline, path: '/v1/inline.js' },
  }
}
