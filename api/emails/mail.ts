import { withoutLinks } from '@adire/contract/email-sender.ts'
import type { ApiConfig } from '../config.ts'
import { type Html, html } from './html.ts'

export interface EmailMessage {
  to: string
  subject: string
  text: string
  html: string
  /** Recipient of replies, if it is not the sender. */
  replyTo?: { name: string; address: string }
}

/** Content of an email, before rendering. */
export interface EmailContent {
  to: string
  subject: string
  heading: string
  /** Plain text paragraphs. */
  paragraphs: readonly string[]
  /** Label and value, as on a receipt. */
  rows?: readonly (readonly [string, string])[]
  action?: { label: string; url: string }
  /** Set for everything that happened in test mode. */
  test?: boolean
  /** Set if the business is not verified: the email says so, and contains no link except `action`. */
  isUnverified?: boolean
  closing?: string
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Renders an email in the common layout, as HTML and as equivalent text. */
export function renderEmail(config: ApiConfig, content: EmailContent): EmailMessage {
  const { action, test = false, isUnverified = false } = content
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
    closing,
    config.brand.name,
  ]
  return {
    to: content.to,
    subject,
    text: text.filter(Boolean).join('\n\n'),
    html: page(html`
      ${note && html`<p style="margin:0 0 16px;padding:8px 12px;background:#FDF0D9;color:#8A4B00;border-radius:8px;font-size:13px">${note}</p>`}
      <h1 style="margin:0 0 16px;font-size:22px;line-height:28px;color:#0F1728">${heading}</h1>
      ${paragraphs.map((text) => html`<p style="margin:0 0 16px;font-size:15px;line-height:24px;color:#3D485C">${text}</p>`)}
      ${rows.length > 0 && html`<table role="presentation" width="100%" style="border-collapse:collapse;margin:0 0 16px">${rows.map(row)}</table>`}
      ${action && html`<p style="margin:24px 0"><a href="${action.url}" style="display:inline-block;padding:12px 20px;background:#2450D8;color:#ffffff;text-decoration:none;border-radius:8px;font-size:15px;font-weight:600">${action.label}</a></p>`}
      <p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #E4E7EC;font-size:13px;line-height:20px;color:#5A6579">${closing}<br>${config.brand.name}</p>`),
  }
}

const row = ([label, value]: readonly [string, string]): Html =>
  html`<tr><td style="padding:8px 0;border-bottom:1px solid #E4E7EC;font-size:14px;color:#5A6579">${label}</td><td align="right" style="padding:8px 0;border-bottom:1px solid #E4E7EC;font-size:14px;color:#0F1728">${value}</td></tr>`

const page = (body: Html): string =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px 16px;background:#F5F6F8;font-family:Geist,Arial,sans-serif"><div style="max-width:520px;margin:0 auto;padding:32px 28px;background:#ffffff;border:1px solid #E4E7EC;border-radius:12px">${body}</div></body></html>`
    .html
