import type { BrandShades } from '@adire/contract/brand-color.ts'
import { type Html, html } from './html.ts'

/** Colours for mail programs with a dark theme. Inline styles are the light theme, which every program understands. */
const darkStyle = ({
  fill,
  onFill,
}: Pick<BrandShades, 'fill' | 'onFill'>) => `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0C111B!important}.sheet{background:#151C2A!important;border-color:#2A3448!important}
.ink{color:#E9EDF5!important}.text{color:#C3CCDB!important}.muted{color:#98A4B8!important}.line{border-color:#2A3448!important}
.link{color:#9DB5FF!important}.note{background:#3A2A0C!important;color:#F5C777!important}.action{background:${fill}!important;color:${onFill}!important}}`

/** Fills the rest of the preview, so that programs show nothing of the text behind it. */
const filler = '\u034F \u200C \u00A0 '.repeat(40)

/** Page of an email: `preview` is what an inbox shows beside the subject, and is not seen in the email itself. `action`: colours of the button in
 * the dark theme. */
export const mailPage = (preview: string, body: Html, action: Pick<BrandShades, 'fill' | 'onFill'>): string =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>${{ html: darkStyle(action) }}</style></head>
<body class="page" style="margin:0;padding:24px 16px;background:#F5F6F8;font-family:Geist,Arial,sans-serif"><div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}${filler}</div><div class="sheet" style="max-width:520px;margin:0 auto;padding:32px 28px;background:#ffffff;border:1px solid #E4E7EC;border-radius:12px;overflow-wrap:break-word">${body}</div></body></html>`
    .html
