import type { StaffContext } from '../../context.ts'
import type { Vault } from '../../files/vault.ts'

const validMs = 60_000
const sealedFor = 'review-document'

/** What a ticket opens. */
export interface DocumentTicket {
  fileId: string
  sessionId: string
  until: number
}

/** The address of a document. It works for a minute, and only while the session of this person runs. */
export function sealTicket({ vault, staff, realNow: now }: StaffContext, fileId: string): string {
  const ticket: DocumentTicket = { fileId, sessionId: staff.sessionId, until: now.getTime() + validMs }
  return `/operator/documents/${vault.seal(JSON.stringify(ticket), sealedFor)}`
}

/** The ticket of an address; undefined if it is not ours or has expired. */
export function openTicket(vault: Vault, text: string, now: Date): DocumentTicket | undefined {
  try {
    const ticket = JSON.parse(vault.open(text, sealedFor)) as DocumentTicket
    return ticket.until > now.getTime() ? ticket : undefined
  } catch {
    return undefined
  }
}
