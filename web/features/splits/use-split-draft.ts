import type { SplitType } from '@adire/contract/split-shares.ts'
import type { SplitDetail } from '@adire/contract/splits-schemas.ts'
import { useState } from 'react'
import { useKeeping, useKeptForm } from '../../domain/use-kept-form.ts'
import type { ShareDraft } from './share-rows.tsx'

/** What the editor shows. `bearer` is `business`, `everyone` or the id of a recipient. */
export interface SplitDraft {
  name: string
  type: SplitType
  bearer: string
  shares: ShareDraft[]
}

const toDraft = (split: SplitDetail | undefined): SplitDraft => ({
  name: split?.name ?? '',
  type: split?.type ?? 'percentage',
  bearer: split?.bearerPartyId ?? split?.feeBearer ?? 'business',
  shares: split?.shares ?? [{ partyId: '', value: undefined }],
})

/** The values of the editor of a new or existing split, which are kept when its page is left. */
export function useSplitDraft(split: SplitDetail | undefined) {
  const [start] = useState(() => toDraft(split))
  const kept = useKeptForm<SplitDraft>(start, { name: 'split', id: split?.id })
  const [draft, setDraft] = useState(kept.first as SplitDraft)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(start)
  const startAgain = useKeeping<SplitDraft>(kept, {
    formState: { isDirty },
    getValues: () => draft,
    reset: () => setDraft(start),
  })
  const change = (part: Partial<SplitDraft>) => setDraft((before) => ({ ...before, ...part }))
  return { draft, change, startAgain, forget: kept.forget }
}
