import type { Connector, RefundOutcome } from './connector.ts'
import type { SandboxCharge, SandboxStore } from './sandbox.ts'

/** One refund as the sandbox remembers it. */
export interface SandboxRefund {
  reference: string
  chargeReference: string
  amountKobo: number
  status: 'processed' | 'failed' | 'needs_account'
}

/** The account of the sandbox's banks that is closed: money sent there comes back. */
const closedAccount = '0000000070'

/** Decided by the card that was charged; a charge of before the sandbox remembers, as the demo's, has none. */
function scriptedStatus(charge: SandboxCharge | undefined): SandboxRefund['status'] {
  if (charge?.card === 'refund_fails') return 'failed'
  return charge?.card === 'refund_needs_attention' ? 'needs_account' : 'processed'
}

const toRefundOutcome = ({ status }: SandboxRefund): RefundOutcome =>
  ({
    processed: { kind: 'processed' as const },
    failed: { kind: 'failed' as const, message: 'The payer\u2019s bank sent the money back' },
    needs_account: { kind: 'needs_account' as const, message: 'The card takes no money back' },
  })[status]

/** How the sandbox gives money back. None moves. */
export function sandboxRefunding(store: SandboxStore): Pick<Connector, 'refund' | 'queryRefund'> {
  return {
    refund: async ({ reference, chargeReference, amountKobo, account }) => {
      await store.openRefund({ reference, chargeReference, amountKobo }, scriptedStatus)
      const outcome = await store.turnRefund(reference, (refund) => {
        if (account && refund.status === 'needs_account')
          refund.status = account.accountNumber === closedAccount ? 'failed' : 'processed'
        return toRefundOutcome(refund)
      })
      return outcome!
    },
    queryRefund: async (reference) => (await store.turnRefund(reference, toRefundOutcome)) ?? { kind: 'unknown' },
  }
}
