import { messages } from '@adire/contract/messages.ts'
import { downloadSettlementPostings } from '@adire/contract/settlements.ts'
import { BookOpen } from 'lucide-react'
import { useState } from 'react'
import { request } from '../../send.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.ts'

/** The entries of our books behind a settlement, as a file. */
export function PostingsButton({ id }: { id: string }) {
  const { mode, merchantId } = useSession()
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      saveFile(
        'postings.csv',
        await request(downloadSettlementPostings, { id }, { mode, merchantId, timeoutMs: 120_000 }),
      )
      toast.success(messages.csvDownloadedSuccessfully)
    } catch (error) {
      toast.error((error as Error).message || messages.wentWrong)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Button tone="secondary" icon={<BookOpen strokeWidth={1.75} />} busy={isSaving} onClick={() => void save()}>
      Postings
    </Button>
  )
}
