import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu } from './menu.tsx'

/** Menu of the actions on a row. `of` names the row: "Actions for Ada Obi". */
export const RowMenu = ({ of, children }: { of: string; children: ReactNode }) => (
  <Menu
    label={`Actions for ${of}`}
    className="w-52"
    buttonClassName="inline-flex size-9 -my-1 rows:-mr-2 items-center justify-center rounded-md text-ink-2 hover:bg-neutral-soft hover:text-ink pointer-coarse:size-11 [&_svg]:size-[18px]"
    button={<EllipsisVertical strokeWidth={1.75} aria-hidden="true" />}
  >
    {children}
  </Menu>
)
