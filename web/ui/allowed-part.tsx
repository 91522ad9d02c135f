import type { ReactNode } from 'react'
import { type Needed, useDenial } from './denial.ts'

/** Part of a page that needs more than the page itself. It is left out for users who may not see it. */
export const AllowedPart = ({ needs, children }: { needs: Needed; children: ReactNode }) =>
  useDenial(needs) === undefined ? children : null
