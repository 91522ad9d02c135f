import { documentTypes, getKycStatus, uploadDocument } from '@adire/contract/kyc.ts'
import { messages } from '@adire/contract/messages.ts'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { AllowedFields } from '../../ui/allowed-fields.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { DropZone } from './drop-zone.tsx'

type DocumentType = (typeof documentTypes)[number]
const isDocument = (type: string): type is DocumentType => (documentTypes as readonly string[]).includes(type)

/** Document types with a number that the reviewer looks up. */
const numbered: readonly string[] = ['OWNER_IDENTITY', 'CAC_CERTIFICATE', 'SCUML_CERTIFICATE', 'OPERATING_LICENCE']

export function DocumentForm({ type, onDone }: { type: string; onDone: () => void }) {
  const [file, setFile] = useState<File>()
  const [number, setNumber] = useState('')
  const [error, setError] = useState<string>()
  const [submitError, setSubmitError] = useState<string>()
  const send = useChange(uploadDocument, {
    quiet: true,
    refresh: [getKycStatus],
    success: messages.kycDocumentUpdated,
    onDone,
  })
  const choose = (chosen: File | undefined, wrong: string | undefined) => {
    setFile(wrong ? undefined : chosen)
    setError(wrong)
    setSubmitError(undefined)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isDocument(type)) return
    if (!file) return setError('Choose a file')
    const documentId = number.trim()
    await send
      .mutateAsync({ type, document: file, ...(documentId && { documentId }) })
      .catch((problem) => setSubmitError(problem.message))
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {submitError && <ErrorStrip message={submitError} />}
      <AllowedFields needs={uploadDocument}>
        <DropZone file={file} error={error} busy={send.isPending} onChoose={choose} />
        {numbered.includes(type) && (
          <Field label="Number on the document" optional>
            <Input
              value={number}
              onChange={(event) => setNumber(event.target.value)}
              autoComplete="off"
              maxLength={40}
              className="figures"
            />
          </Field>
        )}
      </AllowedFields>
      <SubmitButton needs={uploadDocument} busy={send.isPending} blocked={Boolean(error)}>
        Upload
      </SubmitButton>
    </form>
  )
}
