import { isDeepStrictEqual } from 'node:util'
import { eq, type SQL } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import type { WriteTransaction } from '../connector.ts'
import type { DeclineReason } from '../response-codes.ts'
import { newCharge, type SandboxCharge, type SandboxToken } from './sandbox-charge.ts'
import type { SandboxStore } from './sandbox-store.ts'
import { sandboxCharges, sandboxMandates, sandboxRefunds, sandboxTokens, sandboxTransfers } from './tables.ts'

const lockedCharge = async (tx: Tx, condition: SQL): Promise<SandboxCharge | undefined> =>
  (await tx.select().from(sandboxCharges).where(condition).for('update'))[0]

const lockedChargeOf = (tx: Tx, reference: string) => lockedCharge(tx, eq(sandboxCharges.reference, reference))

/** Stores a new charge. False, without a change, if the reference has one. */
async function addCharge(tx: Tx, charge: SandboxCharge): Promise<boolean> {
  const target = sandboxCharges.reference
  const { rowCount } = await tx.insert(sandboxCharges).values(charge).onConflictDoNothing({ target })
  return rowCount === 1
}

/** The charge of a reference, locked; a new one is opened. */
async function openCharge(tx: Tx, reference: string): Promise<SandboxCharge> {
  const charge = newCharge(reference)
  return (await addCharge(tx, charge)) ? charge : (await lockedChargeOf(tx, reference))!
}

/** Stores a new charge as `change` leaves it. If the reference has a charge already, that one is updated. */
async function addOrUpdateCharge<T>(tx: Tx, reference: string, change: (charge: SandboxCharge) => T): Promise<T> {
  const charge = newCharge(reference)
  const result = change(charge)
  if (await addCharge(tx, charge)) return result
  const known = (await lockedChargeOf(tx, reference))!
  return saveChange(tx, known, change)
}

/** A saved card as it is before the next outcome that was scripted for it is used up. */
async function useToken(tx: Tx, token: string): Promise<SandboxToken | undefined> {
  const mine = eq(sandboxTokens.token, token)
  const [saved] = await tx.select().from(sandboxTokens).where(mine).for('update')
  if (saved?.nextOutcome) await tx.update(sandboxTokens).set({ nextOutcome: null }).where(mine)
  return saved
}

/** Applies `change` to a locked charge, and saves it if it is different. */
async function saveChange<T>(tx: Tx, charge: SandboxCharge, change: (charge: SandboxCharge) => T): Promise<T> {
  const before = { ...charge }
  const result = change(charge)
  if (!isDeepStrictEqual(charge, before))
    await tx.update(sandboxCharges).set(charge).where(eq(sandboxCharges.reference, charge.reference))
  return result
}

/** Database store of the sandbox, in its own tables. Each update is one transaction that locks its one row. */
export const sandboxStore = (write: WriteTransaction): SandboxStore => ({
  ...chargeStore(write),
  ...mandateStore(write),
  ...tokenStore(write),
  ...refundStore(write),
  ...transferStore(write),
})

function chargeStore(
  write: WriteTransaction,
): Pick<
  SandboxStore,
  'updateCharge' | 'addOrUpdateCharge' | 'updateChargeWithToken' | 'updateChargeOfPage' | 'updateChargeOfAccount'
> {
  const updateWhere = <T>(condition: SQL, change: (charge: SandboxCharge, now: Date) => T) =>
    write(async ({ tx, now }) => {
      const charge = await lockedCharge(tx, condition)
      return charge && { result: await saveChange(tx, charge, () => change(charge, now)) }
    })
  return {
    updateCharge: (reference, change) =>
      write(async ({ tx, now }) => {
        const known = await lockedChargeOf(tx, reference)
        const changeNow = (charge: SandboxCharge) => change(charge, now)
        return known ? saveChange(tx, known, changeNow) : addOrUpdateCharge(tx, reference, changeNow)
      }),
    addOrUpdateCharge: (reference, change) =>
      write(({ tx, now }) => addOrUpdateCharge(tx, reference, (charge) => change(charge, now))),
    updateChargeWithToken: ({ reference, token }, change) =>
      write(async ({ tx, now }) => {
        const charge = await openCharge(tx, reference)
        const saved = charge.status === 'open' ? await useToken(tx, token) : undefined
        return saveChange(tx, charge, () => change(charge, saved, now))
      }),
    async updateChargeOfPage(pageToken, change) {
      return (await updateWhere(eq(sandboxCharges.pageToken, pageToken), change))?.result
    },
    async updateChargeOfAccount(accountNumber, change) {
      return (await updateWhere(eq(sandboxCharges.accountNumber, accountNumber), change))?.result
    },
  }
}

const mandateStore = (write: WriteTransaction): Pick<SandboxStore, 'updateMandate' | 'openMandate'> => ({
  updateMandate: (reference, change) =>
    write(async ({ tx, now }) => {
      const mine = eq(sandboxMandates.reference, reference)
      const [mandate] = await tx.select().from(sandboxMandates).where(mine).for('update')
      if (!mandate) return undefined
      const result = change(mandate, now)
      await tx.update(sandboxMandates).set(mandate).where(mine)
      return result
    }),
  openMandate: (request) =>
    write(async ({ tx }) => {
      const mandate = { ...request, status: 'awaits_transfer' as const }
      await tx.insert(sandboxMandates).values(mandate).onConflictDoNothing()
    }),
})

const tokenStore = (write: WriteTransaction): Pick<SandboxStore, 'saveToken' | 'deleteToken' | 'updateToken'> => ({
  saveToken: (saved) => write(async ({ tx }) => void (await tx.insert(sandboxTokens).values(saved))),
  deleteToken: (token) =>
    write(async ({ tx }) => void (await tx.delete(sandboxTokens).where(eq(sandboxTokens.token, token)))),
  updateToken: (token, change) =>
    write(async ({ tx }) => {
      const mine = eq(sandboxTokens.token, token)
      const [saved] = await tx.select().from(sandboxTokens).where(mine).for('update')
      if (!saved) return undefined
      const result = change(saved)
      await tx.update(sandboxTokens).set({ nextOutcome: saved.nextOutcome }).where(mine)
      return result
    }),
})

const refundStore = (write: WriteTransaction): Pick<SandboxStore, 'updateRefund' | 'openRefund'> => ({
  updateRefund: (reference, change) =>
    write(async ({ tx }) => {
      const mine = eq(sandboxRefunds.reference, reference)
      const [refund] = await tx.select().from(sandboxRefunds).where(mine).for('update')
      if (!refund) return undefined
      const result = change(refund)
      await tx.update(sandboxRefunds).set({ status: refund.status }).where(mine)
      return result
    }),
  openRefund: (request, decide) =>
    write(async ({ tx }) => {
      const ofCharge = eq(sandboxCharges.reference, request.chargeReference)
      const [charge] = await tx.select().from(sandboxCharges).where(ofCharge)
      await tx
        .insert(sandboxRefunds)
        .values({ ...request, status: decide(charge) })
        .onConflictDoNothing()
    }),
})

const transferStore = (write: WriteTransaction): Pick<SandboxStore, 'updateTransfer' | 'openTransfer'> => ({
  updateTransfer: (reference, change) =>
    write(async ({ tx }) => {
      const mine = eq(sandboxTransfers.reference, reference)
      const [transfer] = await tx.select().from(sandboxTransfers).where(mine).for('update')
      if (!transfer) return undefined
      const result = change(transfer)
      await tx.update(sandboxTransfers).set({ status: transfer.status, message: transfer.message }).where(mine)
      return result
    }),
  async openTransfer(transfer) {
    await write(({ tx }) => tx.insert(sandboxTransfers).values(transfer).onConflictDoNothing())
  },
})

/** Ends a charge as failed, with our decline reason. */
export function declineCharge(charge: SandboxCharge, reason: DeclineReason): void {
  Object.assign(charge, { status: 'failed', declined: reason, challenge: null, attemptsLeft: null })
}
