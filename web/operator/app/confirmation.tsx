import { confirmStaff } from '@adire/contract/back-office/staff.ts'
import { ConfirmationDialog } from '../../ui/confirmation-dialog.tsx'
import { callBackOffice } from '../client/api.ts'
import { useConfirmationRequest } from '../client/confirmation.ts'

/** Asks for the second factor when a call needs it, above whatever is open. */
export function Confirmation() {
  const resolve = useConfirmationRequest()
  if (!resolve) return null
  return (
    <ConfirmationDialog
      factors={{ passkeys: false, app: true }}
      startPasskey={() => Promise.reject(new Error('No passkeys'))}
      confirm={({ code = '' }) => callBackOffice(confirmStaff, { code })}
      onConfirmed={() => resolve(true)}
      onClose={() => resolve(false)}
    />
  )
}
