/** A piece of HTML that may be put into a page as it is. */
export interface Html {
  html: string
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!)

type Piece = string | number | Html | readonly Html[] | undefined | false

const piece = (value: Piece): string => {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return 'html' in value ? value.html : value.map((part) => part.html).join('')
}

/** A template in which every value is escaped, unless it is itself the result of this tag. */
export function html(strings: TemplateStringsArray, ...values: Piece[]): Html {
  return { html: strings.reduce((all, text, index) => all + piece(values[index - 1]) + text) }
}
