/** Of a period without ends. */
export const anyDay = 'Mọi ngày'
