import type { SplitTerms } from '@adire/contract/split-shares.ts'
import { createSplit, getSplit, listSplits, updateSplit } from '@adire/contract/splits.ts'
import type { SplitDetail } from '@adire/contract/splits-schemas.ts'
import { useChange } from '../../client/api.ts'
import { readSplitErrors } from './split-errors.ts'

/** Creates the split of the editor, or saves its changes. `onWaiting`: another person must approve them first. */
export function useSaveSplit(
  split: SplitDetail | undefined,
  { onDone, onWaiting }: { onDone: (saved: SplitDetail) => void; onWaiting: () => void },
) {
  const done = { quiet: true, refresh: [listSplits, getSplit], onDone, onWaiting }
  const create = useChange(createSplit, { ...done, success: ({ name }) => `${name} is ready to use` })
  const update = useChange(updateSplit, { ...done, success: ({ name }) => `${name} was saved` })
  return {
    save: (values: SplitTerms & { name: string }) =>
      split ? update.mutate({ id: split.id, ...values }) : create.mutate(values),
    errors: readSplitErrors(create.error ?? update.error),
    clearErrors: () => {
      for (const change of [create, update]) if (change.error) change.reset()
    },
    busy: create.isPending || update.isPending,
  }
}
