import { type Endpoint, type EndpointInput, fileType } from '@adire/contract/endpoint.ts'
import { type ReactNode, useState } from 'react'
import { callWithFallback } from '../client/send.ts'
import { useSession } from '../client/session.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.ts'

/** Saves an endpoint's response as a file. The returned promise rejects with the API error. */
export function useSaving() {
  const { mode, merchantId } = useSession()
  return async <E extends Endpoint>(endpoint: E, input: EndpointInput<E>, name: string, success: string) => {
    const file = await callWithFallback(endpoint, input, { mode, merchantId, timeoutMs: 120_000 })
    saveFile(name, file as string | File, fileType(name))
    toast.success(success)
  }
}

type SaveButtonProps<E extends Endpoint> = {
  endpoint: E
  input: EndpointInput<E>
  name: string
  success: string
  icon: ReactNode
  children: ReactNode
  /** In the menu of a row. */
  isRow?: boolean
}

/** Downloads one file. */
export function SaveButton<E extends Endpoint>({
  endpoint,
  input,
  name,
  success,
  isRow = false,
  ...button
}: SaveButtonProps<E>) {
  const saving = useSaving()
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      await saving(endpoint, input, name, success)
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setSaving(false)
    }
  }
  return (
    <ActionButton
      needs={endpoint}
      isRow={isRow}
      tone="secondary"
      busy={isSaving}
      onClick={() => void save()}
      {...button}
    />
  )
}
