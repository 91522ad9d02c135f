/** Context a value is sealed with: it cannot be opened for another business or type. */
export const sealName = (merchantId: string, type: string) => `kyc:${merchantId}:${type}`
