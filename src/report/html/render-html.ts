import type { TribunalDocument } from '../document.ts'
export const renderHtml = (document: TribunalDocument): string => `${document.gate.message}`
