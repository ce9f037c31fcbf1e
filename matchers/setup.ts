import { expect } from 'vitest'
import * as matchers from './index.ts'

expect.extend(matchers)
