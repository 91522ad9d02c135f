import type { Payouts, TransferOut, TransferOutcome } from '../payouts.ts'
import type { SandboxStore } from './sandbox-store.ts'

/** Outgoing transfer as stored by the sandbox. */
export interface SandboxTransfer {
  reference: string
  amountKobo: number
  bankCode: string
  accountNumber: string
  narration: string
  status: 'pending' | 'paid' | 'returned'
  message: string | null
  bankReference: string
}

/** Test accounts that return transfers, with the reason. Transfers to any other account arrive. */
const closed: Record<string, string> = {
  '044/0000000031': 'The bank sent the money back',
  '058/0000000070': 'The account is closed',
}
/** Test account whose transfers stay pending until the first query. */
const slow = '058/0000000087'

function scriptedResult({ bankCode, accountNumber }: SandboxTransfer): Pick<SandboxTransfer, 'status' | 'message'> {
  const key = `${bankCode}/${accountNumber}`
  if (key === slow) return { status: 'pending', message: null }
  const message = closed[key]
  return message ? { status: 'returned', message } : { status: 'paid', message: null }
}

function toTransferOutcome({ status, message, bankReference }: SandboxTransfer): TransferOutcome {
  if (status === 'paid') return { kind: 'paid', bankReference }
  return status === 'returned' ? { kind: 'returned', message: message!, bankReference } : { kind: 'pending' }
}

/** Random session id as the interbank network assigns it: thirty digits, with the sandbox's own prefix. */
const sessionId = () =>
  `999999${Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => String(byte % 10)).join('')}`

/** A transfer that was just requested. */
const toOpened = ({ reference, amountKobo, narration, account }: TransferOut): SandboxTransfer => ({
  reference,
  amountKobo,
  narration,
  bankCode: account.bankCode,
  accountNumber: account.accountNumber,
  status: 'pending',
  message: null,
  bankReference: sessionId(),
})

/** Outgoing transfers of the sandbox. No money moves. */
export function sandboxPayouts(store: SandboxStore): Payouts {
  return {
    send: async (request) => {
      const opened = toOpened(request)
      await store.openTransfer({ ...opened, ...scriptedResult(opened) })
      return (await store.updateTransfer(request.reference, toTransferOutcome))!
    },
    query: async (reference) =>
      (await store.updateTransfer(reference, (transfer) => {
        if (transfer.status === 'pending') transfer.status = 'paid'
        return toTransferOutcome(transfer)
      })) ?? { kind: 'unknown' },
  }
}

/** Decides a transfer that is still pending, whatever account it goes to. */
export async function decideTransfer(
  store: SandboxStore,
  request: TransferOut,
  to: 'paid' | 'returned',
): Promise<TransferOutcome> {
  await store.openTransfer(toOpened(request))
  const outcome = await store.updateTransfer(request.reference, (transfer) => {
    if (transfer.status === 'pending')
      Object.assign(transfer, { status: to, message: to === 'returned' ? 'The bank sent the money back' : null })
    return toTransferOutcome(transfer)
  })
  return outcome!
}

/** Pays a transfer that has come back. Changes no other transfer. */
export async function payTransferLate(store: SandboxStore, reference: string): Promise<void> {
  await store.updateTransfer(reference, (transfer) => {
    if (transfer.status === 'returned') Object.assign(transfer, { status: 'paid', message: null })
    return toTransferOutcome(transfer)
  })
}

/** Sends back a transfer that has arrived, as a bank does if it finds no account afterwards. Changes no other transfer. */
export async function sendTransferBack(store: SandboxStore, reference: string): Promise<void> {
  await store.updateTransfer(reference, (transfer) => {
    if (transfer.status === 'paid')
      Object.assign(transfer, { status: 'returned', message: 'The bank sent the money back' })
    return toTransferOutcome(transfer)
  })
}
