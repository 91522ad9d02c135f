import {
  addCustomerNote,
  customerNoteLength,
  listCustomerNotes,
  removeCustomerNote,
} from '@adire/contract/customers.ts'
import { type CustomerNote, NewCustomerNote } from '@adire/contract/customers-schemas.ts'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { AllowedButton, AllowedIconButton } from '../../ui/allowed-button.tsx'
import { AllowedFields } from '../../ui/allowed-fields.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { LinesSkeleton } from '../../ui/skeleton.tsx'
import { Textarea } from '../../ui/textarea.tsx'

/** Notes of the business about a customer, newest first. */
export function CustomerNotes({ id }: { id: string }) {
  const notes = useCall(listCustomerNotes, { id })
  const [deleted, setDeleted] = useState<CustomerNote>()
  return (
    <Card title="Notes">
      {notes.error && <ErrorStrip message={notes.error.message} onRetry={() => notes.refetch()} />}
      {!notes.data && !notes.error && <LinesSkeleton lines={3} />}
      {notes.data && (
        <>
          <NoteForm id={id} />
          {notes.data.content.length > 0 && (
            <ul className="mt-4 flex max-h-96 flex-col overflow-y-auto border-t border-line">
              {notes.data.content.map((note) => (
                <Note key={note.id} note={note} onDelete={() => setDeleted(note)} />
              ))}
            </ul>
          )}
        </>
      )}
      {deleted && <DeleteNoteModal id={id} note={deleted} onClose={() => setDeleted(undefined)} />}
    </Card>
  )
}

function Note({ note: { text, author, createdAt }, onDelete }: { note: CustomerNote; onDelete: () => void }) {
  return (
    <li className="flex items-start gap-2 border-b border-line py-3 last:border-0 last:pb-0">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="whitespace-pre-wrap">{text}</p>
        <p className="mt-1 text-sm text-muted">
          {author}, <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </p>
      </div>
      <AllowedIconButton
        needs={removeCustomerNote}
        label="Delete note"
        onClick={onDelete}
        className="-my-1.5 -mr-2 text-muted"
      >
        <Trash2 strokeWidth={1.75} />
      </AllowedIconButton>
    </li>
  )
}

function NoteForm({ id }: { id: string }) {
  const add = useChange(addCustomerNote, { refresh: [listCustomerNotes], quiet: true, onDone: () => form.reset() })
  const { form, field, errorOf, onSubmit, busy, submitError } = useSchemaForm(NewCustomerNote, {
    start: { text: '' },
    submit: (values) => add.mutateAsync({ ...values, id }),
  })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-3">
      {submitError && <ErrorStrip message={submitError.message} />}
      <AllowedFields needs={addCustomerNote}>
        <Field label="New note" error={errorOf('text')} hint="For you and your team. The customer never sees it.">
          <Textarea {...field('text')} rows={2} maxLength={customerNoteLength} />
        </Field>
      </AllowedFields>
      <AllowedButton needs={addCustomerNote} type="submit" tone="secondary" busy={busy} className="self-end">
        Add note
      </AllowedButton>
    </form>
  )
}

type DeleteNoteModalProps = { id: string; note: CustomerNote; onClose: () => void }

function DeleteNoteModal({ id, note, onClose }: DeleteNoteModalProps) {
  const remove = useChange(removeCustomerNote, {
    refresh: [listCustomerNotes],
    success: 'Note deleted',
    onDone: onClose,
  })
  return (
    <ConfirmModal
      open
      title="Delete this note?"
      action="Delete"
      onCancel={onClose}
      onConfirm={() => remove.mutate({ id, noteId: note.id })}
      busy={remove.isPending}
    >
      The note by {note.author} of {formatDateTime(note.createdAt)} will be deleted permanently.
    </ConfirmModal>
  )
}
