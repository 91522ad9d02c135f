import type { KycType } from '@adire/contract/kyc-schemas.ts'
import data from './kyc-types.json' with { type: 'json' }

const types = data.types as KycType[]
const required = data.required as Record<string, string[]>

/** KYC types that a business of this type must submit, in the order they are requested. Without a type: only its details. */
export function requiredTypes(businessTypeId: number | null): KycType[] {
  const codes = required[String(businessTypeId)] ?? ['BUSINESS_DETAILS']
  return types.filter(({ code }) => codes.includes(code))
}

export const findKycLabel = (type: string) => types.find(({ code }) => code === type)?.label ?? type
export const findKycKind = (type: string) => types.find(({ code }) => code === type)?.kind
export const isKycType = (type: string) => types.some(({ code }) => code === type)
