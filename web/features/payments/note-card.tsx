import { getPayment, notePayment } from '@adire/contract/payments.ts'
import type { Payment } from '@adire/contract/payments-schemas.ts'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'

const longest = 500

/** The merchant's note on a payment. */
export function NoteCard({ payment }: { payment: Payment }) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState(payment.note ?? '')
  const save = useChange(notePayment, {
    refresh: [getPayment],
    success: 'Note saved',
    onDone: () => setOpen(false),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ id: payment.id, note: text })
  }
  const open = () => {
    setText(payment.note ?? '')
    setOpen(true)
  }
  return (
    <Card title="Note">
      {isOpen ? (
        <form onSubmit={submit} className="flex flex-col gap-3">
          <Field label="For you and your team" hint="The customer never sees it.">
            <Textarea value={text} onChange={(event) => setText(event.target.value)} rows={3} maxLength={longest} />
          </Field>
          <div className="flex justify-end gap-2">
            <Button tone="secondary" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" busy={save.isPending}>
              Save
            </Button>
          </div>
        </form>
      ) : (
        <>
          <p className={`whitespace-pre-wrap wrap-anywhere ${payment.note ? '' : 'text-muted'}`}>
            {payment.note ?? 'No notes yet'}
          </p>
          <AllowedButton needs={notePayment} tone="secondary" className="mt-3" onClick={open}>
            {payment.note ? 'Change note' : 'Add note'}
          </AllowedButton>
        </>
      )}
    </Card>
  )
}
