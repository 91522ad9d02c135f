import type { SandboxMandate } from './mandates.ts'
import type { SandboxRefund } from './refunds.ts'
import type { SandboxCharge, SandboxToken } from './sandbox-charge.ts'
import type { SandboxTransfer } from './transfers.ts'

/**
 * Store of the sandbox, so that its state survives the end of the process. `updateCharge` locks one charge (created if it is new),
 * applies `change`, saves the charge and returns what `change` returned. The other updates do the same; undefined if the row does not exist.
 */
export interface SandboxStore {
  updateCharge<T>(reference: string, change: (charge: SandboxCharge, now: Date) => T): Promise<T>
  /** As `updateCharge`, for a charge that is usually new: it is inserted first, and read only if it exists. */
  addOrUpdateCharge<T>(reference: string, change: (charge: SandboxCharge, now: Date) => T): Promise<T>
  /** As `updateCharge`, with a saved card (`saved`). While the charge is open, this uses up the scripted outcome of the token. */
  updateChargeWithToken<T>(
    key: { reference: string; token: string },
    change: (charge: SandboxCharge, saved: SandboxToken | undefined, now: Date) => T,
  ): Promise<T>
  updateChargeOfPage<T>(pageToken: string, change: (charge: SandboxCharge, now: Date) => T): Promise<T | undefined>
  updateChargeOfAccount<T>(
    accountNumber: string,
    change: (charge: SandboxCharge, now: Date) => T,
  ): Promise<T | undefined>
  updateMandate<T>(reference: string, change: (mandate: SandboxMandate, now: Date) => T): Promise<T | undefined>
  /** Stores a requested mandate, once per reference. */
  openMandate(request: Pick<SandboxMandate, 'reference' | 'script' | 'accountNumber'>): Promise<void>
  saveToken(token: Omit<SandboxToken, 'nextOutcome'>): Promise<void>
  deleteToken(token: string): Promise<void>
  updateToken<T>(token: string, change: (saved: SandboxToken) => T): Promise<T | undefined>
  updateRefund<T>(reference: string, change: (refund: SandboxRefund) => T): Promise<T | undefined>
  /** Stores a requested refund, once per reference; `decide` sets its status from the charge. */
  openRefund(
    request: Omit<SandboxRefund, 'status'>,
    decide: (charge: SandboxCharge | undefined) => SandboxRefund['status'],
  ): Promise<void>
  updateTransfer<T>(reference: string, change: (transfer: SandboxTransfer) => T): Promise<T | undefined>
  /** Stores a requested transfer, once per reference. */
  openTransfer(transfer: SandboxTransfer): Promise<void>
}
