import {
  createRestrictedKey,
  createSecretKey,
  listApiKeys,
  revokeApiKey,
  rollApiKey,
} from '@adire/contract/api-keys.ts'
import type { ApiKey } from '@adire/contract/api-keys-schemas.ts'
import type { CallError } from '@adire/contract/call.ts'
import { useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { useDenied } from '../../client/permissions.ts'
import { isTemporary } from '../../client/repeat.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { WaitingApprovals } from '../../domain/waiting-approvals.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { SecretModal } from '../../ui/secret-modal.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { EndKeyModal, type KeyEnding } from './end-key-modal.tsx'
import { KeyRow } from './key-row.tsx'
import { RestrictedKeyModal } from './restricted-key-modal.tsx'

export function ApiKeyList() {
  const list = useCall(listApiKeys, {})
  const [ending, setEnding] = useState<KeyEnding>()
  const [restricted, setRestricted] = useState<{ apiKey?: ApiKey }>()
  const denied = useDenied(createRestrictedKey)
  const { create, isUnanswered, end, isBusy, secret, setSecret, clearSecret, dialog } = useKeyChanges(() =>
    setEnding(undefined),
  )
  const keys = list.data?.content ?? []
  const hasSecret = keys.some(({ kind, permissions, expiresAt }) => kind === 'secret' && !permissions && !expiresAt)
  const creating = (
    <div className="flex flex-wrap gap-2">
      <AllowedButton tone="secondary" denied={denied} onClick={() => setRestricted({})}>
        New restricted key
      </AllowedButton>
      {(!hasSecret || isUnanswered) && (
        <AllowedButton denied={denied} onClick={create} busy={isBusy && !ending}>
          Create secret key
        </AllowedButton>
      )}
    </div>
  )
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data) return <DetailSkeleton rows={2} />
  return (
    <Card title="API keys" action={creating}>
      <p className="mb-1 text-ink-2">
        Use the public key in web pages, and the secret key on your server only. A restricted key does only what you
        choose.
      </p>
      <WaitingApprovals group="apiKeys" />
      {keys.length === 0 && <p className="py-4 text-muted">No key yet. Create your first one.</p>}
      <ul aria-label="API keys" className="divide-y divide-line">
        {keys.map((apiKey) => (
          <KeyRow
            key={apiKey.id}
            apiKey={apiKey}
            denied={denied}
            onEnd={(how) => setEnding({ how, apiKey })}
            onEdit={() => setRestricted({ apiKey })}
          />
        ))}
      </ul>
      {ending && (
        <EndKeyModal
          ending={ending}
          busy={isBusy}
          onConfirm={() => end(ending)}
          onCancel={() => setEnding(undefined)}
        />
      )}
      {restricted && (
        <RestrictedKeyModal
          apiKey={restricted.apiKey}
          onCreated={(key) => {
            setRestricted(undefined)
            setSecret(key)
          }}
          onClose={() => setRestricted(undefined)}
        />
      )}
      {secret && <SecretModal secret={secret} title="Your new secret key" noun="key" onClose={clearSecret} />}
      {dialog}
    </Card>
  )
}

/** Creates, rotates and revokes keys, each after confirmation of identity. A new secret is in memory only until its modal closes. */
function useKeyChanges(onEnded: () => void) {
  const [secret, setSecret] = useState<string>()
  const { confirmed, dialog } = useConfirmation()
  const choices = { quiet: true, refresh: [listApiKeys], onWaiting: onEnded }
  const showSecret = ({ apiKey, key }: { apiKey: ApiKey; key: string }) => {
    onEnded()
    if (apiKey.kind === 'secret') setSecret(key)
    else toast.success('Your new public key is ready')
  }
  const creation = useChange(createSecretKey, { ...choices, onDone: showSecret })
  const rotating = useChange(rollApiKey, { ...choices, onDone: showSecret })
  const revoking = useChange(revokeApiKey, { ...choices, success: 'The key is revoked', onDone: onEnded })
  const run = (callback: () => Promise<unknown>) => {
    confirmed(callback).catch((error: CallError) => {
      if (error.code !== 'approval_required') toast.error(error.message)
    })
  }
  return {
    create: () => run(() => creation.mutateAsync({})),
    // The key may exist before its response comes, or while it was lost: sent again, the request returns it.
    isUnanswered: creation.isPending || isTemporary(creation.error),
    end: ({ how, apiKey: { id } }: KeyEnding) =>
      run(() => (how === 'rotate' ? rotating : revoking).mutateAsync({ id })),
    isBusy: creation.isPending || rotating.isPending || revoking.isPending,
    secret,
    setSecret,
    clearSecret: () => {
      setSecret(undefined)
      // Also clears the mutation results, which contain the secret.
      creation.reset()
      rotating.reset()
    },
    dialog,
  }
}
