import type { Mode } from '@adire/contract/call.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'

/** Mode that a list shows, in the URL; Live Mode without one. */
export function useMode(): Mode {
  return useUrlState().params.get('mode') === 'TEST' ? 'TEST' : 'LIVE'
}

/** Choice of the mode of a list. */
export function ModeChoice() {
  const { change } = useUrlState()
  const mode = useMode()
  return (
    <Segmented
      label="Mode"
      options={[
        { value: 'LIVE', label: 'Live' },
        { value: 'TEST', label: 'Test' },
      ]}
      value={mode}
      onChange={(value) => change({ mode: value === 'TEST' ? 'TEST' : undefined })}
    />
  )
}
