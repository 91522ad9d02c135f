import {
  addEvidence,
  type EvidenceType,
  evidenceNames,
  evidenceTypes,
  getDispute,
  removeEvidence,
} from '@adire/contract/disputes.ts'
import type { Dispute } from '@adire/contract/disputes-schemas.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { limits } from '@adire/contract/limits.ts'
import { FileCheck2, FileUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Card } from '../../ui/card.tsx'
import { FieldNote } from '../../ui/field.tsx'

type EvidenceFile = Dispute['evidence'][number]

/** One upload slot for each evidence type. The server validates the file content. */
export function DisputeEvidence({ dispute, isOpen }: { dispute: Dispute; isOpen: boolean }) {
  const { mode } = useSession()
  const listedTypes = evidenceTypes.filter(
    (type) => isOpen || dispute.evidence.some((evidenceFile) => evidenceFile.type === type),
  )
  return (
    <Card title="Evidence">
      {isOpen && (
        <p className="mb-2 text-ink-2">
          PDF, JPG or PNG, at most 5 MB each. Encrypted. Only our team and the bank see them.
          {mode === 'TEST' && ' In Test Mode a file named sandbox-won.pdf or sandbox-lost.pdf decides the dispute.'}
        </p>
      )}
      <ul className="-mb-3 divide-y divide-line">
        {listedTypes.map((type) => (
          <Slot
            key={type}
            disputeId={dispute.id}
            type={type}
            evidenceFile={dispute.evidence.find((one) => one.type === type)}
            isOpen={isOpen}
          />
        ))}
      </ul>
    </Card>
  )
}

type SlotProps = { disputeId: string; type: EvidenceType; evidenceFile: EvidenceFile | undefined; isOpen: boolean }

function Slot({ disputeId, type, evidenceFile, isOpen }: SlotProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<string>()
  const choices = { quiet: true, refresh: [getDispute] }
  const add = useChange(addEvidence, { ...choices, success: `${evidenceNames[type]} is added` })
  const remove = useChange(removeEvidence, { ...choices, success: `${evidenceNames[type]} is removed` })
  const of = { id: disputeId, evidenceType: type }
  const take = (file: File | undefined) => {
    if (!file) return
    const tooLarge = file.size > limits.documentBytes ? 'The file is larger than 5 MB' : undefined
    setWrong(tooLarge)
    if (!tooLarge) add.mutate({ ...of, document: file }, { onError: ({ message }) => setWrong(message) })
  }
  const drop = () => remove.mutate(of, { onError: ({ message }) => setWrong(message) })
  const Icon = evidenceFile ? FileCheck2 : FileUp
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon
        className={`size-5 shrink-0 ${evidenceFile ? 'text-ok' : 'text-muted'}`}
        strokeWidth={1.75}
        aria-hidden="true"
      />
      <div className="min-w-0 flex-1 basis-40">
        <label htmlFor={id} className="font-medium">
          {evidenceNames[type]}
        </label>
        <p className="text-sm wrap-anywhere text-muted">{add.isPending ? 'Uploading' : describeFile(evidenceFile)}</p>
        <FieldNote id={`${id}-note`} error={wrong} />
      </div>
      {isOpen && (
        <div className="flex gap-2">
          <input
            ref={input}
            id={id}
            type="file"
            accept=".pdf,.jpg,.jpeg,.png"
            disabled={add.isPending}
            onChange={(event) => {
              take(event.target.files?.[0])
              event.target.value = ''
            }}
            className="hidden"
          />
          <AllowedButton
            needs={addEvidence}
            tone="secondary"
            busy={add.isPending}
            onClick={() => input.current?.click()}
            aria-describedby={wrong ? `${id}-note` : undefined}
            aria-label={`${evidenceFile ? 'Replace' : 'Add'}: ${evidenceNames[type]}`}
          >
            {evidenceFile ? 'Replace' : 'Add'}
          </AllowedButton>
          {evidenceFile && (
            <AllowedButton
              needs={removeEvidence}
              tone="ghost"
              busy={remove.isPending}
              onClick={drop}
              aria-label={`Remove: ${evidenceNames[type]}`}
            >
              Remove
            </AllowedButton>
          )}
        </div>
      )}
    </li>
  )
}

const describeFile = (evidenceFile: EvidenceFile | undefined) =>
  evidenceFile
    ? `${evidenceFile.name}, ${groupDigits(Math.max(1, Math.round(evidenceFile.bytes / 1024)))} KB`
    : 'No document'
