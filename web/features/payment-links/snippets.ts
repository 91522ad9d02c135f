import { formatNaira } from '@adire/contract/money.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'

export const buttonTones = {
  blue: { label: 'Blue', background: '#2450d8', color: '#ffffff', border: '1px solid #2450d8' },
  dark: { label: 'Dark', background: '#0f1728', color: '#ffffff', border: '1px solid #0f1728' },
  light: { label: 'Light', background: '#ffffff', color: '#0f1728', border: '1px solid #8790a0' },
} as const
export type ButtonTone = keyof typeof buttonTones

export interface ButtonChoice {
  label: string
  tone: ButtonTone
  /** As a dialog over the merchant's page, or as a page of its own. */
  opens: 'dialog' | 'page'
}

/** Default label of a button. */
export const usualLabel = ({ plan, amountKobo, quantity }: PaymentLink) =>
  plan
    ? 'Subscribe'
    : amountKobo === null || quantity
      ? 'Pay now'
      : `Pay ${formatNaira(amountKobo).replace('\u00a0', ' ')}`

/** Inline style of the button, independent of the page's stylesheet. */
export const buttonStyle = (tone: ButtonTone) => {
  const { background, color, border } = buttonTones[tone]
  return {
    display: 'inline-block',
    padding: '12px 24px',
    border,
    borderRadius: '8px',
    background,
    color,
    font: '600 16px/24px system-ui, sans-serif',
    textDecoration: 'none',
  }
}

const linkOrigin = ({ url }: PaymentLink) => new URL(url).origin

export function htmlButton(link: PaymentLink, { label, tone, opens }: ButtonChoice): string {
  const style = Object.entries(buttonStyle(tone))
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}: ${value}`)
    .join('; ')
  const marks = opens === 'dialog' ? `\n   data-adire-link="${link.slug}"` : ''
  const button = `<a href="${escaped(link.url)}"${marks}\n   style="${style}">${escaped(label)}</a>`
  return opens === 'dialog' ? `${button}\n<script async src="${linkOrigin(link)}/inline.js"></script>` : button
}

/** WordPress HTML block, ready to paste into a post. */
export const wordPressBlock = (link: PaymentLink, choice: ButtonChoice) =>
  `<!-- wp:html -->\n${htmlButton(link, choice)}\n<!-- /wp:html -->`

export function reactButton(link: PaymentLink, { label, tone, opens }: ButtonChoice): string {
  const style = Object.entries(buttonStyle(tone))
    .map(([name, value]) => `  ${name}: '${value}',`)
    .join('\n')
  const anchor = [
    `<a href="${link.url}"${opens === 'dialog' ? ` data-adire-link="${link.slug}"` : ''} style={style}>`,
    `  {${JSON.stringify(label)}}`,
    '</a>',
  ]
  const inside =
    opens === 'dialog'
      ? ['<>', `  <script async src="${linkOrigin(link)}/inline.js" />`, ...anchor.map((line) => `  ${line}`), '</>']
      : anchor
  return `const style = {\n${style}\n}\n\nexport function PayButton() {\n  return (\n${inside.map((line) => `    ${line}`).join('\n')}\n  )\n}`
}

/** Script call with an amount that the merchant's page sets, authorized by the public key. */
export const scriptCall = (link: PaymentLink, publicKey: string) =>
  `<script async src="${linkOrigin(link)}/inline.js"></script>
<button type="button" onclick="
  Adire.pay({
    key: '${publicKey}',
    email: 'customer@example.com',
    amountKobo: 250000,
    reference: 'order-' + Date.now(),
    onSuccess: ({ reference }) => console.log('Verify on your server:', reference),
    onClose: ({ paid }) => console.log('Closed', paid),
  })
">Pay NGN 2,500.00</button>`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
