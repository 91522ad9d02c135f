import { confirmStaff } from '@adire/contract/back-office/staff.ts'
import { startStaffPasskeyConfirmation } from '@adire/contract/back-office/staff-passkeys.ts'
import { ConfirmationDialog } from '../../ui/confirmation-dialog.tsx'
import { callBackOffice } from '../client/api.ts'
import { useConfirmationRequest } from '../client/confirmation.ts'
import { usePerson } from '../client/person.ts'

/** Asks for the second factor when a call needs it, above whatever is open. */
export function Confirmation() {
  const resolve = useConfirmationRequest()
  const { passkeys } = usePerson()
  if (!resolve) return null
  return (
    <ConfirmationDialog
      factors={{ passkeys: passkeys > 0, app: true }}
      startPasskey={() => callBackOffice(startStaffPasskeyConfirmation, {})}
      confirm={({ code, passkey }) => callBackOffice(confirmStaff, passkey ? { passkey } : { code: code ?? '' })}
      onConfirmed={() => resolve(true)}
      onClose={() => resolve(false)}
    />
  )
}
