/** Compiles only while every matcher has its type on both Vitests; the lines marked as errors must stay errors. */
import { expect } from 'vitest'
import 'vitest-tribunal/setup'
