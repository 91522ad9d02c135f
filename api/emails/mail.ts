import { type BrandShades, brandShades } from '@adire/contract/brand-color.ts'
import { withoutLinks } from '@adire/contract/email-sender.ts'
import type { ApiConfig } from '../config.ts'
import { type Html, html } from './html.ts'
import { mailPage } from './mail-page.ts'

export interface EmailMessage {
  to: string
  subject: string
  text: string
  html: string
  /** Name of the sender, if it is not that of the provider alone. */
  fromName?: string
  /** Recipient of replies, if it is not the sender. */
  replyTo?: { name: string; address: string }
}

/** Label and value, as on a receipt. */
export type EmailRow = readonly [label: string, value: string]

/** Content of an email, before rendering. */
export interface EmailContent {
  to: string
  subject: string
  heading: string
  /** Plain text paragraphs. */
  paragraphs: readonly string[]
  /** Preview in the list of an inbox. Default: the first paragraph that is not a greeting. */
  preview?: string
  rows?: readonly EmailRow[]
  action?: { label: string; url: string }
  /** A second link, below the button. */
  secondAction?: { label: string; url: string }
  /** Business that the email is from: its name in the sender, its name or logo above the heading, its colour on the button. Only if it is verified. */
  business?: { name: string; logoUrl: string | null; brandColor: string | null }
  /** Set for everything that happened in test mode. */
  test?: boolean
  /** Set if the business is not verified: the email says so, and contains no link except the actions. */
  isUnverified?: boolean
  closing?: string
}

/** Path of the icon in emails. It never changes, because emails are kept for years. */
export const emailIconPath = '/email-icon.png'

type ActionColors = Pick<BrandShades, 'fill' | 'onFill'>

/** Colours of the button where no business has a brand colour. */
const ownColors: Record<'light' | 'dark', ActionColors> = {
  light: { fill: '#2450D8', onFill: '#FFFFFF' },
  dark: { fill: '#5B82F5', onFill: '#0C111B' },
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const isGreeting = (text: string) => /^Hello\b.*,$/.test(text)

/** Renders an email in the common layout, as HTML and as equivalent text. */
export function renderEmail(config: ApiConfig, content: EmailContent): EmailMessage {
  const { action, secondAction, business, test = false, isUnverified = false } = content
  const safeText = isUnverified ? withoutLinks : (typed: string) => typed
  const heading = safeText(content.heading)
  const paragraphs = content.paragraphs.map(safeText)
  const rows = (content.rows ?? []).map(([label, value]) => [safeText(label), safeText(value)] as const)
  const closing = safeText(content.closing ?? `Questions? Write to ${config.brand.helpEmail}.`)
  const baseSubject = isUnverified ? capitalised(content.subject) : content.subject
  const subject = test ? `[Test] ${baseSubject}` : baseSubject
  const notes = [
    test && 'Test Mode: no real money moved.',
    isUnverified &&
      `${config.brand.name} has not verified the business behind this email. If you did not expect it, ignore it.`,
  ]
  const note = notes.filter(Boolean).join(' ')
  const text = [
    note,
    heading,
    ...paragraphs,
    rows.length > 0 && rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
    action && `${action.label}: ${action.url}`,
    secondAction && `${secondAction.label}: ${secondAction.url}`,
    closing,
    config.brand.name,
  ]
  const colors = business?.brandColor ? brandShades(business.brandColor) : ownColors
  const signature = business ? `Sent by ${config.brand.name} for ${business.name}.` : isUnverified && config.brand.name
  const preview = safeText(content.preview ?? content.paragraphs.find((text) => !isGreeting(text)) ?? content.heading)
  return {
    to: content.to,
    subject,
    ...(business && { fromName: `${business.name} via ${config.brand.name}` }),
    text: text.filter(Boolean).join('\n\n'),
    html: mailPage(
      preview,
      html`
      ${business ? sender(business) : !isUnverified && provider(config)}
      ${note && html`<p class="note" style="margin:0 0 16px;padding:8px 12px;background:#FDF0D9;color:#8A4B00;border-radius:8px;font-size:13px">${note}</p>`}
      <h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:28px;color:#0F1728">${heading}</h1>
      ${paragraphs.map((text) => html`<p class="text" style="margin:0 0 16px;font-size:15px;line-height:24px;color:#3D485C">${text}</p>`)}
      ${rows.length > 0 && html`<table role="presentation" width="100%" style="border-collapse:collapse;margin:0 0 16px">${rows.map(row)}</table>`}
      ${action && html`<p style="margin:24px 0"><a class="action" href="${action.url}" style="display:inline-block;padding:12px 20px;background:${colors.light.fill};color:${colors.light.onFill};text-decoration:none;border-radius:8px;font-size:15px;font-weight:600">${action.label}</a></p>`}
      ${secondAction && html`<p style="margin:0 0 24px;font-size:15px"><a class="link" href="${secondAction.url}" style="color:#1D47C4">${secondAction.label}</a></p>`}
      <p class="muted line" style="margin:24px 0 0;padding-top:16px;border-top:1px solid #E4E7EC;font-size:13px;line-height:20px;color:#5A6579">${closing}${signature && html`<br>${signature}`}</p>`,
      colors.dark,
    ),
  }
}

/** Icon of the provider, with its name beside it for programs that do not load images. Not in emails of unverified businesses, which it would
 * seem to vouch for. */
const provider = ({ brand, publicUrl }: ApiConfig): Html =>
  html`<p class="ink" style="margin:0 0 24px;font-size:17px;line-height:32px;font-weight:600;color:#0F1728"><img src="${publicUrl}${emailIconPath}" alt="" width="32" height="32" style="margin-right:10px;vertical-align:top">${brand.name}</p>`

/** Logo of the business, or its name where it has none. */
const sender = ({ name, logoUrl }: NonNullable<EmailContent['business']>): Html =>
  logoUrl
    ? html`<p style="margin:0 0 24px"><img src="${logoUrl}" alt="${name}" height="48" style="display:block;height:48px;width:auto;max-width:175px;padding:4px;background:#ffffff;border-radius:8px"></p>`
    : html`<p class="ink" style="margin:0 0 24px;font-size:15px;font-weight:600;color:#0F1728">${name}</p>`

/** A short label stays on one line beside a long value. */
const isShort = (label: string) => label.length <= 18

const row = ([label, value]: EmailRow): Html =>
  html`<tr><td class="muted line" style="padding:8px 12px 8px 0;border-bottom:1px solid #E4E7EC;font-size:14px;color:#5A6579;vertical-align:top;${isShort(label) ? 'white-space:nowrap' : 'overflow-wrap:anywhere'}">${label}</td><td class="ink line" align="right" style="padding:8px 0;border-bottom:1px solid #E4E7EC;font-size:14px;color:#0F1728;vertical-align:top;overflow-wrap:anywhere">${value}</td></tr>`
