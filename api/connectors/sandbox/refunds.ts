import type { RefundOutcome, Refunds } from '../refunds.ts'
import type { SandboxCharge } from './sandbox-charge.ts'
import type { SandboxStore } from './sandbox-store.ts'

/** Refund as stored by the sandbox. */
export interface SandboxRefund {
  reference: string
  chargeReference: string
  amountKobo: number
  status: 'processed' | 'failed' | 'needs_account'
}

/** Closed test account: money sent there comes back. */
const closedAccount = '0000000070'

/** Status decided by the card that was charged. Charges that the sandbox has not stored, such as the demo's, have none. */
function scriptedStatus(charge: SandboxCharge | undefined): SandboxRefund['status'] {
  if (charge?.card === 'refund_fails') return 'failed'
  return charge?.card === 'refund_needs_attention' ? 'needs_account' : 'processed'
}

const toRefundOutcome = ({ status }: SandboxRefund): RefundOutcome =>
  ({
    processed: { kind: 'processed' as const },
    failed: { kind: 'failed' as const, message: 'The payer\u2019s bank sent the money back' },
    needs_account: { kind: 'needs_account' as const, message: 'This card can\u2019t receive refunds' },
  })[status]

/** Refunds of the sandbox. No money moves. */
export function sandboxRefunds(store: SandboxStore): Refunds {
  return {
    request: async ({ reference, chargeReference, amountKobo, account }) => {
      await store.openRefund({ reference, chargeReference, amountKobo }, scriptedStatus)
      const outcome = await store.updateRefund(reference, (refund) => {
        if (account && refund.status === 'needs_account')
          refund.status = account.accountNumber === closedAccount ? 'failed' : 'processed'
        return toRefundOutcome(refund)
      })
      return outcome!
    },
    query: async ({ reference }) => (await store.updateRefund(reference, toRefundOutcome)) ?? { kind: 'unknown' },
  }
}
