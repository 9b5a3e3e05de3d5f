/** A kind of product, with its place in the scene and its typical size. */
export interface ProductKind {
  kind: string;
  /** A surface of a room, or a zone of the body: as the renderer knows them. */
  place: string;
  /** The type of scene that it is rendered into. */
  scene: 'person' | 'room';
  /** Typical real size along one side; the other follows from the cut-out's own aspect. */
  cm: number;
  along: 'width' | 'height';
  /** As in the table. */
  words: string[];
}

/**
 * kind | place: a surface, or a zone of the body | typical size in cm | words merchants use, singular.
 * Sizes are middle values of what large furniture and fashion shops list; a size tag on the product overrides
 * them. Of all words found the longest wins ("table lamp" over "lamp" over "table"), the first
 * row among equals. A leading hyphen means the end of a German compound ("Esstisch" ends in "-tisch").
 */
const table = `
# Rooms: floor
sofa          | floor    | 210 wide  | sofa, couch, loveseat, settee, sectional, sofabed, canape, canapé, divan, -sofa, -couch
bed           | floor    | 170 wide  | bed, bed frame, bett, lit, cama, boxspring, -bett
armchair      | floor    | 85 high   | armchair, lounge chair, accent chair, recliner, wing chair, sessel, fauteuil, sillon, sillón, butaca, -sessel
chair         | floor    | 85 high   | chair, dining chair, office chair, rocking chair, stuhl, chaise, silla, -stuhl
bar stool     | floor    | 95 high   | bar stool, barstool, counter stool, barhocker, tabouret de bar, taburete alto
stool         | floor    | 46 high   | stool, ottoman, pouf, pouffe, footstool, hocker, tabouret, taburete, bean bag, beanbag, -hocker
bench         | floor    | 120 wide  | bench, sitzbank, banc, banco
coffee table  | floor    | 100 wide  | coffee table, couchtisch, table basse, mesa de centro, mesa baja
side table    | floor    | 52 high   | side table, end table, nightstand, bedside table, nachttisch, beistelltisch, table de chevet, mesita, mesita de noche
console table | floor    | 80 high   | console table, console, konsole, consola
desk          | floor    | 130 wide  | desk, schreibtisch, bureau, escritorio
dining table  | floor    | 170 wide  | table, dining table, esstisch, tisch, table à manger, mesa, mesa de comedor, -tisch
sideboard     | floor    | 160 wide  | sideboard, dresser, chest of drawers, tv stand, tv unit, media unit, credenza, commode, kommode, lowboard, buffet, cómoda, comoda, aparador
bookcase      | floor    | 185 high  | bookcase, bookshelf, bookshelves, shelving unit, bücherregal, regal, etagere, étagère, bibliothèque, estantería, estanteria, librería, -regal
wardrobe      | floor    | 200 high  | wardrobe, armoire, closet, kleiderschrank, schrank, armario, -schrank
cabinet       | floor    | 110 high  | cabinet, cupboard, vitrine, highboard, storage unit
floor lamp    | floor    | 155 high  | floor lamp, standing lamp, stehlampe, stehleuchte, lampadaire, lámpara de pie, lampara de pie
floor plant   | floor    | 95 high   | floor plant, tree, palm, monstera, ficus, fiddle leaf, baum, palme, arbre, palmier, árbol, palmera, large plant
floor mirror  | floor    | 165 high  | floor mirror, full length mirror, standspiegel
basket        | floor    | 42 high   | basket, laundry basket, korb, panier, cesta, -korb
planter       | floor    | 40 high   | planter, übertopf, blumenkübel, jardinière, macetero
bicycle       | floor    | 175 wide  | bicycle, bike, fahrrad, vélo, velo, bicicleta
suitcase      | floor    | 65 high   | suitcase, luggage, koffer, valise, maleta
dog bed       | floor    | 80 wide   | dog bed, pet bed, cat bed, hundebett
# Rooms: rugs, walls, ceilings, seats
rug           | rug      | 200 wide  | rug, carpet, runner, teppich, tapis, alfombra, doormat, kilim, -teppich
picture       | wall     | 65 high   | poster, print, art print, painting, canvas, picture, wall art, photo frame, picture frame, frame, bild, wandbild, gemälde, tableau, cuadro, affiche, póster, wall hanging, tapestry, -bild
mirror        | wall     | 75 high   | mirror, wall mirror, spiegel, miroir, espejo, -spiegel
clock         | wall     | 32 high   | clock, wall clock, uhr, wanduhr, horloge, reloj de pared
wall shelf    | wall     | 75 wide   | shelf, wall shelf, floating shelf, shelves, wall shelves, floating shelves, wandregal, étagère murale, estante
sconce        | wall     | 28 high   | sconce, wall lamp, wall light, wandlampe, wandleuchte, applique, aplique
television    | wall     | 120 wide  | tv, television, fernseher, téléviseur, televisor
pendant lamp  | ceiling  | 42 wide   | pendant, pendant lamp, pendant light, ceiling lamp, ceiling light, chandelier, hanging lamp, hängelampe, pendelleuchte, deckenlampe, kronleuchter, suspension, lustre, plafonnier, lámpara colgante, lampara colgante, lámpara de techo
hanging plant | ceiling  | 48 wide   | hanging plant, hanging planter, hanging fern, hanging basket, hängepflanze, ampelpflanze, plante suspendue, planta colgante
cushion       | seat     | 46 wide   | cushion, pillow, throw pillow, cushion cover, pillowcase, kissen, coussin, oreiller, cojín, cojin, almohada, -kissen
throw         | seat     | 90 wide   | throw, blanket, plaid, bedspread, decke, kuscheldecke, couverture, manta
plush toy     | seat     | 35 high   | teddy, plush, plush toy, soft toy, stuffed animal, kuscheltier, peluche
# Rooms: table tops
table lamp    | table    | 45 high   | table lamp, desk lamp, bedside lamp, lamp, tischlampe, nachttischlampe, lampe, leuchte, lampe de table, lampe de chevet, lámpara, lampara, lámpara de mesa, -lampe
plant         | table    | 38 high   | plant, potted plant, houseplant, succulent, cactus, orchid, bonsai, aloe, fern, flowers, bouquet, pflanze, orchidee, kaktus, blumen, plante, orchidée, fleurs, planta, orquídea, flores, -pflanze
vase          | table    | 28 high   | vase, jarrón, jarron, florero, jug, carafe, pitcher
candle        | table    | 11 high   | candle, candle holder, candleholder, tealight, candlestick, lantern, kerze, kerzenhalter, bougie, bougeoir, vela, portavelas, diffuser
mug           | table    | 12 wide   | mug, cup, coffee cup, teacup, tasse, becher, taza, glass, tumbler
bottle        | table    | 25 high   | bottle, water bottle, flask, thermos, flasche, bouteille, gourde, botella, -flasche
jar           | table    | 17 high   | jar, canister, tin, glas, bocal, tarro, bowl, schale, bol, cuenco
camera        | table    | 14 wide   | camera, kamera, appareil photo, cámara, camara, instant camera
hair dryer    | table    | 24 high   | hair dryer, hairdryer, föhn, sèche-cheveux, secador
speaker       | table    | 18 high   | speaker, radio, lautsprecher, enceinte, altavoz, headphones, kopfhörer
laptop        | table    | 33 wide   | laptop, notebook computer, monitor, ordinateur, portátil
book          | table    | 22 high   | book, notebook, magazine, buch, livre, libro
table clock   | table    | 16 high   | alarm clock, table clock, wecker, réveil, despertador
kitchen ware  | table    | 28 wide   | plate, teapot, kettle, toaster, coffee maker, pan, tray, teller, teekanne, wasserkocher, assiette, théière, plateau, plato, tetera, bandeja
sculpture     | table    | 26 high   | sculpture, figurine, statue, ornament, decoration, deko, skulptur, escultura, figura
cosmetic      | table    | 13 high   | perfume, lotion, cream, serum, shampoo, soap, parfum, parfüm, creme, perfume bottle, crema, jabón
# People
hat           | head     | 27 wide   | hat, cap, beanie, knit hat, beret, baseball cap, bucket hat, helmet, mütze, hut, kappe, chapeau, casquette, bonnet, gorra, gorro, sombrero, -mütze
glasses       | face     | 14.5 wide | glasses, sunglasses, eyeglasses, eyewear, goggles, sonnenbrille, brille, lunettes, lunettes de soleil, gafas, gafas de sol
top           | torso    | 70 high   | t-shirt, tshirt, tee, shirt, polo, polo shirt, top, tank top, blouse, tops, hemd, bluse, oberteil, chemise, chemisier, débardeur, camisa, camiseta, blusa, jersey, vest, bikini top, -hemd
jumper        | torso    | 72 high   | hoodie, sweatshirt, sweater, jumper, pullover, cardigan, knitwear, strickjacke, kapuzenpullover, pull, chandail, sudadera, suéter, sueter
jacket        | torso    | 78 high   | jacket, blazer, bomber, parka, jacke, veste, blouson, chaqueta, cazadora, -jacke
coat          | full     | 105 high  | coat, trench coat, overcoat, mantel, manteau, abrigo
dress         | full     | 105 high  | dress, gown, jumpsuit, romper, overall, kleid, robe, combinaison, vestido, mono, -kleid
trousers      | legs     | 102 high  | trousers, pants, jeans, leggings, chinos, joggers, hose, pantalon, jean, pantalón, pantalones, vaqueros, -hose
skirt         | legs     | 60 high   | skirt, shorts, rock, jupe, short, falda
shoes         | feet     | 29 wide   | shoe, shoes, sneaker, sneakers, trainers, running shoe, running shoes, loafer, loafers, boot, boots, heels, sandals, slippers, footwear, plimsolls, schuh, schuhe, stiefel, turnschuhe, chaussure, chaussures, bottes, zapato, zapatos, zapatillas, botas, -schuhe, -schuh
bag           | hand     | 36 wide   | bag, tote, tote bag, handbag, purse, clutch, shopper, briefcase, tasche, handtasche, sac, sac à main, bolso, bolsa, -tasche
shoulder bag  | shoulder | 32 wide   | shoulder bag, crossbody, crossbody bag, messenger bag, backpack, rucksack, umhängetasche, sac à dos, sac bandoulière, mochila, bandolera
watch         | wrist    | 5.5 wide  | watch, wristwatch, bracelet, armbanduhr, armband, montre, reloj, pulsera, bangle
scarf         | neck     | 32 wide   | scarf, scarves, necklace, tie, bow tie, schal, halskette, krawatte, écharpe, foulard, collier, cravate, bufanda, collar, corbata
`;

const [rooms = '', people = ''] = table.split('# People\n');

export const productKinds: ProductKind[] = [...readRows(rooms, 'room'), ...readRows(people, 'person')];

function readRows(text: string, scene: ProductKind['scene']): ProductKind[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => ({ ...readRow(line), scene }));
}

function readRow(line: string): Omit<ProductKind, 'scene'> {
  const [kind = '', place = '', size = '', words = ''] = line.split('|').map((cell) => cell.trim());
  const [cm, side] = size.split(' ');
  return {
    kind,
    place,
    cm: Number(cm),
    along: side === 'wide' ? 'width' : 'height',
    words: words.split(',').map((word) => word.trim()),
  };
}
