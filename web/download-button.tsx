import type { Endpoint, Input } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { request } from './api.ts'
import { useSession } from './session.ts'
import { Button } from './ui/button.tsx'
import { saveFile } from './ui/save-file.ts'
import { toast } from './ui/toast.ts'

const timeoutMs = 120_000

type DownloadButtonProps<E extends Endpoint> = {
  endpoint: E
  /** What the screen shows: the file holds all that matches it, not only the page. */
  input: Input<E>
  success?: string
  label?: string
}

/** Saves what matches as a file of the endpoint's own name. */
export function DownloadButton<E extends Endpoint>({
  endpoint,
  input,
  success = messages.csvDownloaded,
  label = 'CSV',
}: DownloadButtonProps<E>) {
  const { mode, merchantId } = useSession()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile(endpoint.downloads!, (await request(endpoint, input, { mode, merchantId, timeoutMs })) as string)
      toast.success(success)
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button tone="secondary" icon={<Download strokeWidth={1.75} />} busy={busy} onClick={download}>
      {label}
    </Button>
  )
}
