import type { OrderAdapter, OrderPlatform } from '../order-update.ts';
import { generic } from './generic.ts';
import { shopify } from './shopify.ts';
import { woocommerce } from './woocommerce.ts';

/** The adapter of each shop platform. */
export const orderAdapters: Readonly<Record<OrderPlatform, OrderAdapter>> = { shopify, woocommerce, generic };
