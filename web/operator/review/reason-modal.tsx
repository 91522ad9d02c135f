import { type ReturnReason, returnReasons } from '@adire/contract/back-office/review.ts'
import { type FormEvent, useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import type { Because } from './drafts.ts'

type ReasonModalProps = {
  title: string
  action: string
  start: Because
  /** Without the list: a request to go live is declined in one's own words. */
  hasReasons?: boolean
  onDecide: (because: Because) => void
  onClose: () => void
}

const all = Object.entries(returnReasons) as [ReturnReason, string][]

/** Why something is not approved, in the words that the business reads: reasons of a list, and one's own words. */
export function ReasonModal({ title, action, start, hasReasons = true, onDecide, onClose }: ReasonModalProps) {
  const [reasons, setReasons] = useState<readonly ReturnReason[]>(start.reasons)
  const [note, setNote] = useState(start.note)
  const isEmpty = reasons.length === 0 && note.trim() === ''
  const toggle = (code: ReturnReason) =>
    setReasons(reasons.includes(code) ? reasons.filter((one) => one !== code) : [...reasons, code])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty) return
    onDecide({ reasons: all.map(([code]) => code).filter((code) => reasons.includes(code)), note: note.trim() })
  }
  return (
    <Modal open title={title} action={action} disabled={isEmpty} onSubmit={submit} onClose={onClose}>
      {hasReasons && (
        <fieldset className="flex flex-col gap-2.5">
          <legend className="mb-2 text-sm text-muted">The business reads the sentences that you choose.</legend>
          {all.map(([code, text]) => (
            <Checkbox
              key={code}
              label={text}
              checked={reasons.includes(code)}
              disabled={reasons.length >= 5 && !reasons.includes(code)}
              onChange={() => toggle(code)}
            />
          ))}
        </fieldset>
      )}
      <Field label={hasReasons ? 'In your own words' : 'Reason'} hint="The business reads it">
        <Textarea value={note} maxLength={500} rows={3} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </Modal>
  )
}
