import { openDisputeEvidence } from '@adire/contract/back-office/payments.ts'
import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { useChange } from '../client/api.ts'
import { useDenied } from '../client/person.ts'

type Documents = EndpointOutput<typeof openDisputeEvidence>['content']

/** The documents of a response, to pass them on. Each opening is recorded; an address works for a minute. */
export function DisputeEvidence({ reference }: { reference: string }) {
  const [documents, setDocuments] = useState<Documents>()
  const open = useChange(openDisputeEvidence, { onDone: ({ content }) => setDocuments(content) })
  return (
    <>
      {documents?.length === 0 && <p className="text-sm text-muted">The response has no documents.</p>}
      {documents && documents.length > 0 && (
        <ul aria-label="Documents of the response" className="text-sm">
          {documents.map(({ label, name, url }) => (
            <li key={url} className="wrap-anywhere">
              {label}:{' '}
              <a href={url} target="_blank" rel="noreferrer" className="font-medium text-link hover:underline">
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      <AllowedButton
        tone="secondary"
        icon={<Eye strokeWidth={1.75} />}
        denied={useDenied(openDisputeEvidence)}
        busy={open.isPending}
        onClick={() => open.mutate({ reference })}
        className="self-start"
      >
        {documents ? 'Open again' : 'Open documents'}
      </AllowedButton>
    </>
  )
}
