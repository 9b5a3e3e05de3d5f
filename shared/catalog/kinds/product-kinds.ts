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
bookcase      | floor    | 185 high  | bookcase, bookshelf, bookshelves, shelving unit, ladder shelf, bücherregal, regal, etagere, étagère, bibliothèque, estantería, estanteria, librería, -regal
wardrobe      | floor    | 200 high  | wardrobe, armoire, closet, kleiderschrank, schrank, armario, -schrank
cabinet       | floor    | 110 high  | cabinet, cupboard, vitrine, highboard, storage unit
floor lamp    | floor    | 155 high  | floor lamp, standing lamp, stehlampe, stehleuchte, lampadaire, lámpara de pie, lampara de pie
floor plant   | floor    | 95 high   | floor plant, tree, palm, monstera, ficus, fiddle leaf, baum, palme, arbre, palmier, árbol, palmera, large plant
floor mirror  | floor    | 165 high  | floor mirror, full length mirror, standspiegel
basket        | floor    | 42 high   | basket, laundry basket, korb, panier, cesta, -korb
planter       | floor    | 40 high   | planter, plant pot, flower pot, übertopf, blumenkübel, jardinière, macetero
bicycle       | floor    | 175 wide  | bicycle, bike, fahrrad, vélo, velo, bicicleta
suitcase      | floor    | 65 high   | suitcase, luggage, koffer, valise, maleta
dog bed       | floor    | 80 wide   | dog bed, pet bed, cat bed, hundebett
ball          | floor    | 24 high   | basketball, football, soccer ball, volleyball, handball, beach ball, medicine ball, fußball, balón, pelota, -ball
gym ball      | floor    | 65 high   | gym ball, exercise ball, yoga ball, gymnastikball
weight        | floor    | 25 high   | kettlebell, dumbbell, dumbbells, hantel, haltère, mancuerna
waste bin     | floor    | 45 high   | waste bin, trash can, trash bin, dustbin, wastebasket, papierkorb, mülleimer, poubelle, papelera
storage box   | floor    | 40 wide   | storage box, crate, toy box, toolbox, cool box, truhe, kiste, coffre, baúl
coat stand    | floor    | 175 high  | coat stand, coat rack, clothes rack, garment rack, garderobe, portemanteau, perchero
shoe rack     | floor    | 70 wide   | shoe rack, shoe cabinet, schuhregal, schuhschrank
room divider  | floor    | 170 high  | room divider, folding screen, paravent, biombo
ladder        | floor    | 150 high  | ladder, stepladder, leiter, échelle, escalera
fan           | floor    | 110 high  | fan, tower fan, pedestal fan, ventilator, ventilateur, ventilador
heater        | floor    | 60 high   | heater, air purifier, dehumidifier, heizung, chauffage, calefactor
fireplace     | floor    | 100 wide  | fireplace, stove, kamin, cheminée, chimenea
fridge        | floor    | 180 high  | fridge, refrigerator, freezer, kühlschrank, réfrigérateur, frigorífico, nevera
appliance     | floor    | 85 high   | washing machine, dishwasher, tumble dryer, oven, waschmaschine, lave-linge, lavadora
vacuum        | floor    | 110 high  | vacuum cleaner, vacuum, staubsauger, aspirateur, aspiradora
robot vacuum  | floor    | 34 wide   | robot vacuum, vacuum robot, saugroboter, aspirateur robot
piano         | floor    | 148 wide  | piano, keyboard piano, klavier
guitar        | floor    | 100 high  | guitar, acoustic guitar, electric guitar, gitarre, guitare, guitarra, cello
easel         | floor    | 150 high  | easel, tripod, staffelei, chevalet, caballete
stroller      | floor    | 105 high  | stroller, pram, pushchair, kinderwagen, poussette, cochecito
cot           | floor    | 125 wide  | cot, crib, babybett, lit bébé, cuna
high chair    | floor    | 95 high   | high chair, highchair, hochstuhl, chaise haute, trona
rocking horse | floor    | 70 wide   | rocking horse, schaukelpferd, ride on, tricycle, dollhouse, play kitchen
scooter       | floor    | 100 high  | scooter, kick scooter, tretroller, trottinette, patinete
motorcycle    | floor    | 200 wide  | motorcycle, motorbike, moped, motorrad, moto
cat tree      | floor    | 110 high  | cat tree, scratching post, kratzbaum, arbre à chat, rascador
treadmill     | floor    | 170 wide  | treadmill, rowing machine, exercise bike, laufband, hometrainer
grill         | floor    | 110 high  | grill, barbecue, bbq, parrilla
sun lounger   | floor    | 190 wide  | sun lounger, lounger, deck chair, chaise longue, gartenliege, liegestuhl, tumbona, hammock
parasol       | floor    | 240 high  | parasol, sun umbrella, patio umbrella, sonnenschirm, sombrilla
watering can  | floor    | 32 high   | watering can, gießkanne, arrosoir, regadera
tent          | floor    | 210 wide  | tent, zelt, tente
xmas tree     | floor    | 180 high  | christmas tree, weihnachtsbaum, sapin de noël, árbol de navidad
# Rooms: rugs, walls, ceilings, seats
rug           | rug      | 200 wide  | rug, carpet, runner, teppich, tapis, alfombra, doormat, kilim, -teppich
picture       | wall     | 65 high   | poster, print, art print, painting, canvas, picture, wall art, photo frame, picture frame, frame, bild, wandbild, gemälde, tableau, cuadro, affiche, póster, wall hanging, tapestry, -bild
mirror        | wall     | 75 high   | mirror, wall mirror, spiegel, miroir, espejo, -spiegel
clock         | wall     | 32 high   | clock, wall clock, uhr, wanduhr, horloge, reloj de pared
wall shelf    | wall     | 75 wide   | shelf, wall shelf, floating shelf, shelves, wall shelves, floating shelves, wandregal, étagère murale, estante
sconce        | wall     | 28 high   | sconce, wall lamp, wall light, wandlampe, wandleuchte, applique, aplique
board         | wall     | 90 wide   | whiteboard, pinboard, cork board, blackboard, chalkboard, pinnwand, tableau blanc, pizarra
calendar      | wall     | 42 high   | calendar, kalender, calendrier, calendario
wreath        | wall     | 40 wide   | wreath, kranz, couronne, dreamcatcher, macrame, macramé
coat hook     | wall     | 45 wide   | coat hook, coat hooks, hook rail, wall hook, key holder, hakenleiste, patère
flag          | wall     | 90 wide   | flag, pennant, banner, garland, bunting, flagge, drapeau, bandera
dartboard     | wall     | 45 wide   | dartboard, dartscheibe
television    | wall     | 120 wide  | tv, television, fernseher, téléviseur, televisor
ceiling fan   | ceiling  | 120 wide  | ceiling fan, deckenventilator, ventilador de techo
disco ball    | ceiling  | 30 wide   | disco ball, mirror ball, discokugel
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
phone         | table    | 15 high   | phone, smartphone, mobile phone, téléphone, teléfono
tablet        | table    | 25 high   | tablet, e-reader, tablette
keyboard      | table    | 44 wide   | keyboard, tastatur, clavier, teclado
printer       | table    | 42 wide   | printer, scanner, drucker, imprimante, impresora
controller    | table    | 16 wide   | controller, gamepad, joystick, binoculars, fernglas
record player | table    | 42 wide   | record player, turntable, plattenspieler, platine vinyle, tocadiscos, typewriter, projector
pen holder    | table    | 11 high   | pen holder, pencil cup, desk organizer, stifthalter
globe         | table    | 34 high   | world globe, desk globe, globus, trophy, pokal, telescope
gift box      | table    | 22 wide   | gift box, jewelry box, jewellery box, tissue box, music box, board game, puzzle, schmuckkästchen, joyero
toy           | table    | 20 high   | toy, doll, robot, toy car, action figure, piggy bank, spielzeug, puppe, jouet, poupée, juguete, muñeca
coffee machine | table    | 36 high   | coffee machine, espresso machine, kaffeemaschine, machine à café, cafetera, blender, mixer, stand mixer, food processor, juicer, mixeur, licuadora
microwave     | table    | 48 wide   | microwave, sewing machine, bread maker, mikrowelle, micro-ondes, microondas, nähmaschine
cookware      | table    | 28 wide   | saucepan, cooking pot, casserole, cutting board, serving board, kochtopf, cacerola
wine bottle   | table    | 31 high   | wine bottle, champagne bottle, weinflasche, bouteille de vin, botella de vino
aquarium      | table    | 60 wide   | aquarium, terrarium, bird cage, fish tank, acuario
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
