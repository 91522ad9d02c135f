import { messages } from '@adire/contract/messages.ts'
import { spacedPhone } from '@adire/contract/phone.ts'
import { getUser, updateUser } from '@adire/contract/users.ts'
import { ProfileChanges, type User } from '@adire/contract/users-schemas.ts'
import { useChange } from '../../client/api.ts'
import { NameFields } from '../../domain/name-fields.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

/** Form of the signed-in user's profile, on the settings screen and in its modal. */
export function useProfileForm(user: User, onDone?: () => void) {
  const update = useChange(updateUser, {
    refresh: [getUser],
    success: messages.profileUpdated,
    quiet: true,
    ...(onDone && { onDone }),
  })
  return useSchemaForm(ProfileChanges, {
    start: { firstName: user.firstName ?? '', lastName: user.lastName ?? '', phone: spacedPhone(user.phone ?? '') },
    submit: (values) => update.mutateAsync({ id: user.id, ...values }),
  })
}

type ProfileFieldsProps = {
  user: User
  form: Pick<ReturnType<typeof useProfileForm>, 'field' | 'errorOf'>
  /** Gives email and phone a row each, where there is little room. */
  isNarrow?: boolean
}

export function ProfileFields({ user, form: { field, errorOf }, isNarrow }: ProfileFieldsProps) {
  const wide = isNarrow ? 'sm:col-span-2' : ''
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <NameFields field={field} errorOf={errorOf} />
      <Field label="Email" hint="You sign in with this email. It can’t be changed here." className={wide}>
        <Input value={user.email} readOnly autoComplete="username" />
      </Field>
      <Field label="Phone" error={errorOf('phone')} className={wide}>
        <Input {...field('phone')} type="tel" autoComplete="tel" placeholder="0803 123 4567" className="figures" />
      </Field>
    </div>
  )
}

/** Leaves the focus in its field while pressed: an error that appears when the field loses focus would move the button away from the
 * pointer. */
export const ChangePasswordButton = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
    className="font-medium text-link hover:underline pointer-coarse:py-3"
  >
    Change Password
  </button>
)
