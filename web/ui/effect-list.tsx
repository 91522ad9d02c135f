import type { ApprovalEffect } from '@adire/contract/approvals-schemas.ts'
import { ArrowRight } from 'lucide-react'
import { type DetailItem, DetailList } from './detail-list.tsx'

/** Preview of the effect of a request for approval: values, or what they are now and what they become. */
export const EffectList = ({ effects }: { effects: readonly ApprovalEffect[] }) => (
  <DetailList details={effects.map(toDetail)} />
)

const toDetail = ({ label, before, after }: ApprovalEffect): DetailItem => ({
  label,
  value:
    before === null ? (
      after
    ) : (
      <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
        <del className="text-muted no-underline">{before || 'None'}</del>
        <ArrowRight className="size-4 shrink-0 text-muted" strokeWidth={1.75} aria-label="becomes" />
        <ins className="font-semibold no-underline">{after || 'None'}</ins>
      </span>
    ),
})
