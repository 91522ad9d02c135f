import type { SandboxMandate } from './mandates.ts'
import type { SandboxRefund } from './refunds.ts'
import type { SandboxCharge, SandboxToken } from './sandbox-charge.ts'
import type { SandboxTransfer } from './transfers.ts'

/**
 * Store of the sandbox, so that its state survives the end of the process. `turn` locks one charge (created if it is new),
 * applies `change` and saves the result. The other `turnX` do the same for other rows; undefined if the row does not exist.
 */
export interface SandboxStore {
  turn<T>(reference: string, change: (charge: SandboxCharge, now: Date) => T): Promise<T>
  /** As `turn`, for a charge that is new as a rule: it is looked for only if it is not. */
  firstTurn<T>(reference: string, change: (charge: SandboxCharge, now: Date) => T): Promise<T>
  /** A turn of a charge with a saved card. While the charge is open, it uses up the scripted outcome of the token (`saved`). */
  turnWithToken<T>(
    key: { reference: string; token: string },
    change: (charge: SandboxCharge, saved: SandboxToken | undefined, now: Date) => T,
  ): Promise<T>
  turnPage<T>(pageToken: string, change: (charge: SandboxCharge, now: Date) => T): Promise<T | undefined>
  turnAccount<T>(accountNumber: string, change: (charge: SandboxCharge, now: Date) => T): Promise<T | undefined>
  turnMandate<T>(reference: string, change: (mandate: SandboxMandate, now: Date) => T): Promise<T | undefined>
  /** Stores a requested mandate, once per reference. */
  openMandate(request: Pick<SandboxMandate, 'reference' | 'script' | 'accountNumber'>): Promise<void>
  saveToken(token: Omit<SandboxToken, 'nextOutcome'>): Promise<void>
  deleteToken(token: string): Promise<void>
  turnToken<T>(token: string, change: (saved: SandboxToken) => T): Promise<T | undefined>
  turnRefund<T>(reference: string, change: (refund: SandboxRefund) => T): Promise<T | undefined>
  /** Stores a requested refund, once per reference; `decide` sets its status from the charge. */
  openRefund(
    request: Omit<SandboxRefund, 'status'>,
    decide: (charge: SandboxCharge | undefined) => SandboxRefund['status'],
  ): Promise<void>
  turnTransfer<T>(reference: string, change: (transfer: SandboxTransfer) => T): Promise<T | undefined>
  /** Stores a requested transfer, once per reference. */
  openTransfer(transfer: SandboxTransfer): Promise<void>
}
