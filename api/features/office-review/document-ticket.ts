import type { StaffPermission } from '@adire/contract/staff-permissions.ts'
import type { StaffContext } from '../../context.ts'
import type { Vault } from '../../files/vault.ts'

const validMs = 60_000
const sealedFor = 'review-document'

/** What a ticket opens. */
export interface DocumentTicket {
  fileId: string
  /** What the person needs to open it. */
  permission: StaffPermission
  sessionId: string
  until: number
}

/** The address of a document. It works for a minute, and only while the session of this person runs. */
export function sealTicket(
  { vault, staff, realNow: now }: StaffContext,
  { fileId, permission }: Pick<DocumentTicket, 'fileId' | 'permission'>,
): string {
  const ticket: DocumentTicket = { fileId, permission, sessionId: staff.sessionId, until: now.getTime() + validMs }
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
