import type { CallError } from '@adire/contract/call.ts'
import type { FormEventHandler, ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { AllowedButton } from './allowed-button.tsx'
import { AllowedFields } from './allowed-fields.tsx'
import { Checkbox } from './checkbox.tsx'
import { ErrorStrip } from './error-strip.tsx'

/** Kind of actions that can be put under approval. */
export interface ApprovalGroup<Name extends string> {
  name: Name
  label: string
  hint: string
  /** The amount up to which no approval is needed, while the group is switched on. */
  limit?: ReactNode
}

interface ApprovalRulesFormProps<Name extends string> {
  groups: readonly ApprovalGroup<Name>[]
  form: {
    field: (name: Name) => UseFormRegisterReturn
    onSubmit: FormEventHandler<HTMLFormElement>
    busy: boolean
    blocked: boolean
    submitError: CallError | undefined
  }
  /** Why the rules cannot be changed. */
  denied: string | undefined
  isAnyOn: boolean
  /** Shown while no group is switched on. */
  suggestion: string
  /** Shown while a group is switched on: that a change of the rules needs an approval itself. */
  note: string
}

/** Form that sets which actions of a business, or of the provider's staff, wait for a second person. */
export function ApprovalRulesForm<Name extends string>({
  groups,
  form: { field, onSubmit, busy, blocked, submitError },
  denied,
  isAnyOn,
  suggestion,
  note,
}: ApprovalRulesFormProps<Name>) {
  const isWaiting = submitError?.code === 'approval_required'
  return (
    <form onSubmit={onSubmit} noValidate className="card max-w-[680px] p-5">
      {!isAnyOn && <p className="mb-4 rounded-md bg-sunken px-4 py-3">{suggestion}</p>}
      {submitError && !isWaiting && <ErrorStrip message={submitError.message} className="mb-4" />}
      <AllowedFields denied={denied} className="flex flex-col gap-4">
        <fieldset className="flex flex-col gap-4">
          <legend className="sr-only">Actions that need an approval</legend>
          {groups.map(({ name, label, hint, limit }) => (
            <div key={name} className="flex flex-col gap-3">
              <Checkbox label={label} hint={hint} {...field(name)} />
              {limit && <div className="max-w-64 pl-7">{limit}</div>}
            </div>
          ))}
        </fieldset>
      </AllowedFields>
      <div className="mt-5 flex flex-wrap items-center gap-4">
        <AllowedButton type="submit" denied={denied} busy={busy} disabled={blocked}>
          Save approvals
        </AllowedButton>
        {isAnyOn && <p className="text-sm text-muted">{note}</p>}
      </div>
    </form>
  )
}
