import { createRiskRule, deleteRiskRule, listRiskRules, ruleActions } from '@adire/contract/back-office/risk.ts'
import type { RiskRule } from '@adire/contract/back-office/risk-schemas.ts'
import { describeRule } from '@adire/contract/back-office/risk-text.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ListFrame } from '../../ui/list-frame.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { useCall, useChange } from '../client/api.ts'
import { useDenied } from '../client/person.ts'
import { riskTabs } from './risk-tabs.ts'
import { RuleModal } from './rule-modal.tsx'

type Opened = { what: 'edit'; rule?: RiskRule } | { what: 'delete'; rule: RiskRule }

/** Rules about how much one payer, card, address or business may pay in a time. */
export function RulesPage() {
  const [opened, setOpened] = useState<Opened>()
  const denied = useDenied(createRiskRule)
  const list = useCall(listRiskRules, {})
  const close = () => setOpened(undefined)
  return (
    <>
      <PageHeader
        title="Risk"
        note="Rules count payments from the moment they are switched on"
        actions={
          <AllowedButton icon={<Plus strokeWidth={1.75} />} denied={denied} onClick={() => setOpened({ what: 'edit' })}>
            Add rule
          </AllowedButton>
        }
        tabs={riskTabs}
      />
      <ListFrame
        label="Rules"
        columns={ruleColumns(denied, setOpened)}
        list={list}
        keyOf={({ id }) => id}
        empty={
          <Empty title="No rules yet">
            Start with a rule that only raises an alert, look at what it finds, then let it stop payments.
          </Empty>
        }
      />
      {opened?.what === 'edit' && <RuleModal rule={opened.rule} onClose={close} />}
      {opened?.what === 'delete' && <DeleteModal rule={opened.rule} onClose={close} />}
    </>
  )
}

const ruleColumns = (
  denied: string | undefined,
  onOpen: (opened: Opened) => void,
): readonly TableColumn<RiskRule>[] => [
  {
    label: 'Rule',
    phone: 'title',
    room: 18,
    cell: (rule) => (
      <span className="block min-w-0 py-1">
        <span className="block truncate font-medium">{rule.name}</span>
        <span className="block truncate text-sm text-muted">{describeRule(rule)}</span>
      </span>
    ),
    fullText: (rule) => `${rule.name}: ${describeRule(rule)}`,
  },
  {
    label: 'Status',
    phone: 'state',
    room: 8,
    cell: ({ isEnabled, action }) =>
      !isEnabled ? (
        <Badge tone="neutral">Off</Badge>
      ) : action === 'block' ? (
        <Badge tone="bad">Stops</Badge>
      ) : (
        <Badge tone="ok">Alerts</Badge>
      ),
  },
  {
    label: 'For',
    phone: 'note',
    drops: 1,
    cell: ({ business, mode }) => `${business?.name ?? 'All businesses'}${mode === 'TEST' ? ' (test)' : ''}`,
    fullText: ({ business }) => business?.name,
  },
  {
    label: 'Open alerts',
    align: 'right',
    drops: 2,
    room: 7,
    cell: ({ openAlerts }) => <span className="figures">{openAlerts}</span>,
  },
  { label: 'Above it', drops: 3, quiet: true, room: 13, cell: ({ action }) => ruleActions[action] },
  {
    label: 'Actions',
    hideLabel: true,
    room: 4,
    align: 'right',
    phone: 'menu',
    cell: (rule) => (
      <RowMenu of={rule.name}>
        <MenuButton denied={denied} onClick={() => onOpen({ what: 'edit', rule })}>
          Change
        </MenuButton>
        <MenuButton denied={denied} onClick={() => onOpen({ what: 'delete', rule })}>
          Delete
        </MenuButton>
      </RowMenu>
    ),
  },
]

function DeleteModal({ rule, onClose }: { rule: RiskRule; onClose: () => void }) {
  const remove = useChange(deleteRiskRule, {
    refresh: [listRiskRules],
    success: `The rule ${rule.name} is deleted`,
    onDone: onClose,
    onWaiting: onClose,
  })
  return (
    <ConfirmModal
      open
      title={`Delete the rule ${rule.name}?`}
      action="Delete"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: rule.id })}
      onCancel={onClose}
    >
      It counts and stops nothing more. Its alerts stay.
    </ConfirmModal>
  )
}
