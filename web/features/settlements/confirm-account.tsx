import { getSettlement, getUnsettled, listSettlements, resumeSettlement } from '@adire/contract/settlements.ts'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'

/** For a settlement that is on hold because its payouts came back: the account is right, send it there again. */
export function ConfirmAccount({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const resume = useChange(resumeSettlement, {
    refresh: [getSettlement, listSettlements, getUnsettled],
    success: 'The account is confirmed',
    onDone: () => setOpen(false),
  })
  return (
    <>
      <Button tone="secondary" className="mt-3" onClick={() => setOpen(true)}>
        Confirm account
      </Button>
      <ConfirmModal
        open={isOpen}
        title="Send it to the same account again?"
        action="Confirm account"
        busy={resume.isPending}
        onConfirm={() => resume.mutate({ id })}
        onCancel={() => setOpen(false)}
      >
        Ask the bank first why it sent the money back. The next payout is sent on the next working day.
      </ConfirmModal>
    </>
  )
}
